// npm run mutate -- [files or folders]: breaks the code in small ways, one at a time, and tells which breaks no test
// notices. It works in a copy below the temporary folder. For each mutant it runs only the tests that reach it, the
// nearest first. Not part of npm test: the first run watches all tests, which takes minutes, and each mutant a second.
//
//   --count 200   how many, drawn by --seed 1
//   --minutes 30  no more are begun after this time; what was tried until then is told
//   --guards      only guards: early returns and throws that are taken away
//   --again       instead, those that survived the last run
//   --named       instead, those in test/named-mutants.json, made by hand: each was once not noticed

import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runNode } from "./child.mjs";
import { Lane } from "./lane.mjs";
import { isListed, mutantsOf, namedMutant } from "./mutants.mjs";
import { loaders, watchTests } from "./reach.mjs";
import { pointAround, pointsOf } from "./reach-points.mjs";
import { orExplain, prepare, progress, root, SetupError } from "./setup.mjs";

/**
 * @typedef {import("./mutants.mjs").Mutant} Mutant
 * @typedef {import("./mutate-lane.mjs").Chosen} Chosen
 * @typedef {{ goes: Chosen[][], ms: number }} Choice
 * @typedef {{ mutant: Mutant, by: string | undefined, test?: Chosen }} Verdict
 */

const rooms = ["src/core", "src/log", "src/loop", "src/floor", "src/workspace"];
const equivalentFile = "test/equivalent-mutants.json";
const namedFile = "test/named-mutants.json";
const survivorsFile = join(root, "node_modules/.cache/huddle-survivors.json");
/** What must be noticed, in percent. */
const bars = { guard: 90, change: 95 };
/** A name that nothing uses any more shows how a mutant was made, and not that anything noticed what it does. */
const lenient = ["--noUnusedLocals", "false", "--noUnusedParameters", "false"];
/** Of the tests that reach a mutant, those are run that together took no longer. */
const longestMs = 20_000;

await orExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string", default: "600" },
      guards: { type: "boolean", default: false },
      again: { type: "boolean", default: false },
      named: { type: "boolean", default: false },
    },
  });
  await prepare();
  const sources = await read("src");
  const places = positionals.length > 0 ? positionals : values.named ? ["src"] : rooms;
  const all = await (values.named ? namedIn : mutantsIn)(sources, places);
  const fitting = all.filter(({ kind }) => !values.guards || kind === "guard");
  if (fitting.length === 0) throw new SetupError("No source file there can be mutated.");
  const drawn = values.again
    ? await survivorsAmong(fitting)
    : values.named
      ? fitting
      : draw(fitting, Number(values.count), Number(values.seed));
  if (drawn.length === 0) throw new SetupError("None has survived.");
  progress(`${drawn.length} of ${fitting.length} mutants.`);
  const lane = await Lane.open();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.once(signal, () => void lane.close().finally(() => process.exit(1)));
  try {
    const until = performance.now() + Number(values.minutes) * 60_000;
    const verdicts = await tryAll(lane, drawn, sources, until);
    await keepSurvivors(verdicts);
    return report(verdicts, values.named ? 100 : values.guards ? bars.guard : bars.change);
  } finally {
    await lane.close();
  }
});

/** @param {readonly string[]} places @returns {Promise<Map<string, string>>} source files by path */
async function read(...places) {
  const listed = spawnSync("git", ["ls-files", "--", ...places], { cwd: root, encoding: "utf8" }).stdout;
  const paths = listed.split("\n").filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  return new Map(
    await Promise.all(
      paths.map(async (path) => /** @type {const} */ ([path, await readFile(join(root, path), "utf8")])),
    ),
  );
}

/** All but those that are known to change nothing. @param {ReadonlyMap<string, string>} sources @param {string[]} places */
async function mutantsIn(sources, places) {
  const equivalent = JSON.parse(await readFile(join(root, equivalentFile), "utf8"));
  const inside = new Set((await read(...places)).keys());
  return [...sources]
    .filter(([path]) => inside.has(path))
    .flatMap(([path, text]) => mutantsOf(path, text))
    .filter((mutant) => !isListed(equivalent, mutant));
}

/** @param {ReadonlyMap<string, string>} sources @param {string[]} places @returns {Promise<Mutant[]>} */
async function namedIn(sources, places) {
  /** @type {import("./mutants.mjs").Named[]} */
  const named = JSON.parse(await readFile(join(root, namedFile), "utf8"));
  const inside = new Set((await read(...places)).keys());
  return named
    .filter(({ path }) => inside.has(path))
    .map((one) => namedMutant(one, sources.get(one.path) ?? ""));
}

/** @param {readonly Mutant[]} mutants */
async function survivorsAmong(mutants) {
  const text = await readFile(survivorsFile, "utf8").catch(() => "[]");
  return mutants.filter((mutant) => isListed(JSON.parse(text), mutant));
}

/** @param {readonly Verdict[]} verdicts */
async function keepSurvivors(verdicts) {
  const left = verdicts.filter(({ by }) => by === undefined).map(({ mutant }) => mutant);
  const kept = left.map(({ path, text, was, is }) => ({ path, text, was, is }));
  await writeFile(survivorsFile, JSON.stringify(kept, undefined, 2));
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

/** @param {Lane} lane @param {readonly Mutant[]} mutants @param {ReadonlyMap<string, string>} sources @param {number} until */
async function tryAll(lane, mutants, sources, until) {
  const reaching = await watchTests(lane, sources);
  const loading = await loaders(lane.files);
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const mutant of mutants) {
    if (performance.now() > until) break;
    const text = sources.get(mutant.path) ?? "";
    const point = pointAround(pointsOf(mutant.path, text).points, mutant.start);
    const choice = point
      ? choose(mutant.path, reaching.get(point.id) ?? [])
      : chooseFiles(mutant.path, loading(mutant.path));
    await lane.write(new Map([[mutant.path, broken(mutant, sources)]]));
    const verdict = { mutant, ...(await noticed(lane, choice)) };
    await lane.write(new Map([[mutant.path, text]]));
    verdicts.push(verdict);
    progress(`${verdict.by === undefined ? "SURVIVES" : "noticed "} ${told(mutant)} ${verdict.by ?? ""}`);
  }
  return compiled(lane, await withoutFalseAlarms(lane, verdicts), sources);
}

/**
 * The tests that reach the place, file by file: those beside it first, then the quickest.
 *
 * @param {string} path
 * @param {readonly import("./reach.mjs").Test[]} tests
 * @returns {Choice}
 */
function choose(path, tests) {
  /** @type {Map<string, { file: string, ids: string[], ms: number }>} */
  const files = new Map();
  for (const { file, id, ms } of [...tests].sort((a, b) => a.ms - b.ms)) {
    const known = files.get(file) ?? { file, ids: [], ms: 0 };
    files.set(file, { file, ids: [...known.ids, id], ms: known.ms + ms });
  }
  let ms = 0;
  const chosen = [...files.values()]
    .sort((a, b) => nearness(b.file, path) - nearness(a.file, path) || a.ms - b.ms)
    .filter((file) => {
      if (ms > 0 && ms + file.ms > longestMs) return false;
      ms += file.ms;
      return true;
    });
  return { goes: inGoes(chosen.map(({ file, ids }) => ({ file, ids }))), ms };
}

/** What stands outside of functions runs when it is loaded. @param {string} path @param {readonly string[]} loading @returns {Choice} */
function chooseFiles(path, loading) {
  const files = [...loading].sort((a, b) => nearness(b, path) - nearness(a, path));
  return { goes: inGoes(files.slice(0, 30).map((file) => ({ file }))), ms: longestMs };
}

/** The test of a file, then those of its folder, then those of its room. @param {string} test @param {string} path */
function nearness(test, path) {
  if (test === path.replace(/ts$/, "test.ts")) return 3;
  if (dirname(test) === dirname(path)) return 2;
  return Number(roomOf({ path: test }) === roomOf({ path }));
}

/** Few files at first: most mutants are noticed by the nearest, and each file takes time to load. @param {Chosen[]} files */
function inGoes(files) {
  return [files.slice(0, 3), files.slice(3, 15), files.slice(15)].filter((go) => go.length > 0);
}

/** @param {Lane} lane @param {Choice} choice @returns {Promise<{ by: string | undefined, test?: Chosen }>} */
async function noticed(lane, { goes, ms }) {
  for (const run of goes) {
    const { ran, broken: errors } = await lane.run({ run, bail: true }, 60_000 + 5 * ms);
    const failed = ran.find(({ ok }) => !ok);
    if (failed)
      return { by: `${failed.file}: ${failed.name}`, test: { file: failed.file, ids: [failed.id] } };
    if (errors[0] !== undefined) return { by: errors[0] };
  }
  return { by: undefined };
}

/**
 * What the compiler says about those that no test noticed: of each file one mutant at a time, of all files at once.
 *
 * @param {Lane} lane
 * @param {readonly Verdict[]} verdicts
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Promise<readonly Verdict[]>}
 */
async function compiled(lane, verdicts, sources) {
  const left = verdicts.filter(({ by }) => by === undefined);
  /** @type {Set<Verdict>} */
  const refused = new Set();
  while (left.length > 0) {
    const paths = new Set(left.map(({ mutant }) => mutant.path));
    const some = [...paths].map(
      (path) =>
        left.splice(
          left.findIndex(({ mutant }) => mutant.path === path),
          1,
        )[0],
    );
    const round = some.filter((one) => one !== undefined);
    await lane.write(new Map(round.map(({ mutant }) => [mutant.path, broken(mutant, sources)])));
    const compiler = join(root, "node_modules/typescript7/bin/tsc");
    const { output } = await runNode([compiler, "--pretty", "false", ...lenient], {
      cwd: lane.folder,
      timeoutMs: 600_000,
    });
    for (const one of round) if (output.includes(`${one.mutant.path}(`)) refused.add(one);
    await lane.write(new Map(round.map(({ mutant }) => [mutant.path, sources.get(mutant.path) ?? ""])));
  }
  return verdicts.map((one) => (refused.has(one) ? { ...one, by: "the compiler" } : one));
}

/** @param {Mutant} mutant @param {ReadonlyMap<string, string>} sources */
function broken({ path, start, end, is }, sources) {
  const text = sources.get(path) ?? "";
  return text.slice(0, start) + is + text.slice(end);
}

/** A test that fails without any mutant has noticed nothing. @param {Lane} lane @param {readonly Verdict[]} verdicts */
async function withoutFalseAlarms(lane, verdicts) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map();
  for (const { test } of verdicts)
    if (test) used.set(test.file, new Set([...(used.get(test.file) ?? []), ...(test.ids ?? [])]));
  const run = [...used].map(([file, ids]) => ({ file, ids: [...ids] }));
  const { ran } = await lane.run({ run, bail: false });
  const alarms = new Set(ran.filter(({ ok }) => !ok).map(({ file, id }) => `${file} ${id}`));
  return verdicts.map((one) => {
    const isFalse = one.test?.ids?.some((id) => alarms.has(`${one.test?.file} ${id}`));
    return isFalse ? { mutant: one.mutant, by: undefined } : one;
  });
}

/** What survived, and how much was noticed in each room. @param {readonly Verdict[]} verdicts @param {number} bar @returns exit code */
function report(verdicts, bar) {
  if (verdicts.length === 0)
    throw new SetupError("No mutant was tried in that time. Give it more --minutes.");
  console.log("");
  for (const { mutant, by } of verdicts) if (by === undefined) console.log(told(mutant));
  console.log("");
  const names = [...new Set(verdicts.map(({ mutant }) => roomOf(mutant)))].sort();
  for (const name of names)
    console.log(
      counted(
        name,
        verdicts.filter(({ mutant }) => roomOf(mutant) === name),
      ),
    );
  console.log(`${counted("all", verdicts)}, wanted: ${bar} %`);
  return 100 * verdicts.filter(({ by }) => by !== undefined).length >= bar * verdicts.length ? 0 : 1;
}

/** @param {{ path: string }} file */
function roomOf({ path }) {
  return path.split("/").slice(0, 2).join("/");
}

/** @param {string} name @param {readonly Verdict[]} verdicts */
function counted(name, verdicts) {
  const count = verdicts.filter(({ by }) => by !== undefined).length;
  return `${name.padEnd(14)} ${count} of ${verdicts.length} noticed (${((100 * count) / verdicts.length).toFixed(1)} %)`;
}

/** @param {Mutant} mutant */
function told({ path, line, was, is }) {
  return `${path}:${line}  ${oneLine(was)}  →  ${oneLine(is)}`;
}

/** @param {string} text */
function oneLine(text) {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
