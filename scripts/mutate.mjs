// npm run mutate -- [files or folders]: breaks the code in small ways, one at a time, and tells which breaks no test
// notices. It works in copies below the temporary folder. Not part of npm test: a mutant that survives costs a minute.
//
//   --count 200   how many, drawn by --seed 1
//   --guards      only guards: early returns and throws that are taken away
//   --shallow     only unit tests

import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runNode } from "./child.mjs";
import { mutantsOf } from "./mutants.mjs";
import { orExplain, prepare, progress, root, SetupError } from "./setup.mjs";

/** @typedef {import("./mutants.mjs").Mutant} Mutant */

const rooms = ["src/core", "src/log", "src/loop", "src/floor", "src/workspace"];
const equivalentFile = "test/equivalent-mutants.json";
/** A mutant that loops for ever is noticed, too. */
const longestMs = 10 * 60_000;

await orExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      guards: { type: "boolean", default: false },
      shallow: { type: "boolean", default: false },
    },
  });
  await prepare();
  const all = await allMutants(positionals.length > 0 ? positionals : rooms);
  const fitting = all.filter(({ kind }) => !values.guards || kind === "guard");
  if (fitting.length === 0) throw new SetupError("No source file there can be mutated.");
  const drawn = draw(fitting, Number(values.count), Number(values.seed));
  progress(`${drawn.length} of ${fitting.length} mutants.`);
  const survivors = await tryAll(drawn, values.shallow);
  for (const { path, line, was, is } of survivors)
    console.log(`${path}:${line}  ${oneLine(was)}  →  ${oneLine(is)}`);
  const noticed = drawn.length - survivors.length;
  console.log(`\n${noticed} of ${drawn.length} noticed (${((100 * noticed) / drawn.length).toFixed(1)} %)`);
  return 0;
});

/** All but those that are known to change nothing. @param {readonly string[]} places @returns {Promise<Mutant[]>} */
async function allMutants(places) {
  const listed = spawnSync("git", ["ls-files", "--", ...places], { cwd: root, encoding: "utf8" }).stdout;
  const paths = listed.split("\n").filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  /** @type {{ path: string, was: string, is: string, why: string }[]} */
  const equivalent = JSON.parse(await readFile(join(root, equivalentFile), "utf8"));
  const mutants = await Promise.all(
    paths.map(async (path) => mutantsOf(path, await readFile(join(root, path), "utf8"))),
  );
  return mutants
    .flat()
    .filter(
      ({ path, was, is }) => !equivalent.some((one) => one.path === path && one.was === was && one.is === is),
    );
}

/** The same for the same seed. @template T @param {T[]} all @param {number} count @param {number} seed @returns {T[]} */
function draw(all, count, seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one);
}

/** @param {readonly Mutant[]} mutants @param {boolean} shallow @returns {Promise<Mutant[]>} those that no test notices */
async function tryAll(mutants, shallow) {
  const waiting = [...mutants];
  /** @type {Mutant[]} */
  const survivors = [];
  const lanes = Array.from({ length: Math.max(1, Math.floor(availableParallelism() / 2)) }, async () => {
    const copy = await copyTree();
    try {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const by = await noticedBy(copy, mutant, shallow);
        if (by === undefined) survivors.push(mutant);
        progress(`${by === undefined ? "SURVIVES" : "noticed "} ${mutant.path}:${mutant.line} ${by ?? ""}`);
      }
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
  await Promise.all(lanes);
  return survivors;
}

/** @returns {Promise<string>} a copy of the tree in which things may be broken */
async function copyTree() {
  const copy = await mkdtemp(join(tmpdir(), "mutants-"));
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  }).stdout;
  for (const path of listed.split("\n").filter((one) => one !== "")) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path)).catch((error) => {
      if (error.code !== "ENOENT") throw error; // deleted and not committed
    });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/**
 * The cheapest first: the tests beside the file, all unit tests that reach it, the compiler, then sessions as a whole.
 *
 * @param {string} copy
 * @param {Mutant} mutant
 * @param {boolean} shallow
 * @returns {Promise<string | undefined>}
 */
async function noticedBy(copy, mutant, shallow) {
  const path = join(copy, mutant.path);
  const text = await readFile(path, "utf8");
  await writeFile(path, text.slice(0, mutant.start) + mutant.is + text.slice(mutant.end));
  try {
    const beside = mutant.path.replace(/\.ts$/, ".test.ts");
    /** @type {[string, string[]][]} */
    const stages = [
      ["its own tests", vitest("run", beside, "--project=unit", "--passWithNoTests")],
      ["unit tests", vitest("related", mutant.path, "--run", "--project=unit", "--bail=1")],
      ["the compiler", [join(root, "node_modules/typescript7/bin/tsc")]],
    ];
    if (!shallow)
      stages.push([
        "whole sessions",
        vitest("run", "--project=whole", "--bail=1", "test/integration", "test/e2e/ship.test.ts"),
      ]);
    for (const [name, args] of stages)
      if ((await runNode(args, { cwd: copy, timeoutMs: longestMs })).code !== 0) return name;
    return undefined;
  } finally {
    await writeFile(path, text);
  }
}

/** @param {string[]} args */
function vitest(...args) {
  return [join(root, "node_modules/vitest/vitest.mjs"), ...args];
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
