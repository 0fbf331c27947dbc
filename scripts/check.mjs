// npm run check: everything that can be said about the code without playing it. Meant to run before every
// commit, so it stays under 15 seconds on two cores.

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runNode } from "./child.mjs";
import { orExplain, prepare, root } from "./setup.mjs";
import { runTool } from "./tool.mjs";

// What the last run found out is kept here. A first run without it takes a few seconds more.
const kept = join(root, "node_modules", ".cache");

/**
 * The slowest first, so that the short ones fill the gaps.
 *
 * @type {{ name: string, fix?: string, run: () => Promise<import("./child.mjs").Ran> }[]}
 */
const checks = [
  { name: "types", run: () => types("tsconfig.json") },
  { name: "lint (types)", run: lintTypes },
  { name: "architecture", run: () => runNode([join(root, "scripts", "architecture.mjs")]) },
  {
    name: "dead code",
    run: () => runTool("knip", ["--no-progress", "--cache", "--cache-location", join(kept, "knip")]),
  },
  {
    name: "format, lint",
    fix: "npm run format",
    run: () => runTool("@biomejs/biome", ["check", "--error-on-warnings"], { bin: "biome" }),
  },
  { name: "types (core)", run: () => types("tsconfig.core.json") },
];

/**
 * The compiler splits its work among threads that each find out again what they share: four of them, its default, take
 * twice the processor time of one. So a check gets half the cores, as it gets half the machine.
 */
const threads = String(Math.max(1, Math.floor(availableParallelism() / 2)));
const env = { ...process.env, GOMAXPROCS: threads };

/** @param {string} project */
function types(project) {
  const info = join(kept, `${project}.tsbuildinfo`);
  const flags = ["--checkers", threads, "--incremental", "--tsBuildInfoFile", info];
  return runTool("typescript7", ["-p", project, ...flags], { bin: "tsc", env });
}

function lintTypes() {
  return runTool("oxlint", ["--type-aware", "--deny-warnings", "--threads", threads], { env });
}

/**
 * Prints a table and what went wrong.
 *
 * @param {readonly string[]} except checks that something else runs
 * @returns {Promise<string[]>} the names of the checks that failed
 */
export async function check(except = []) {
  const wanted = checks.filter(({ name }) => !except.includes(name));
  const waiting = [...wanted];
  /** @type {Map<string, import("./child.mjs").Ran>} */
  const done = new Map();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        done.set(next.name, await next.run());
      }
    }),
  );
  const failed = wanted.filter(({ name }) => done.get(name)?.code !== 0);
  for (const { name, fix } of failed) {
    console.log(`── ${name} ${"─".repeat(Math.max(0, 74 - name.length))}`);
    console.log(done.get(name)?.output.trim());
    if (fix !== undefined) console.log(`Much of this is put right by: ${fix}`);
  }
  for (const { name } of wanted) {
    const ran = done.get(name);
    console.log(`  ${ran?.code === 0 ? "ok    " : "FAILED"} ${name.padEnd(14)} ${seconds(ran?.tookMs ?? 0)}`);
  }
  console.log(`         ${"together".padEnd(14)} ${seconds(performance.now() - started)}`);
  return failed.map(({ name }) => name);
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(5)} s`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await orExplain(async () => {
    await prepare();
    return (await check()).length === 0 ? 0 : 1;
  });
}
