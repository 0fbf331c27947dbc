// npm run mutate -- [files or folders]: breaks the code in small ways, one at a time, and tells which breaks no test
// notices. It works in a copy below the temporary folder. For each mutant it runs only the tests that reach it, the
// nearest first. Not part of npm test: the first run watches all tests, which takes minutes, and each mutant a second.
//
//   --count 200   how many, drawn by --seed 1
//   --guards      only guards: early returns and throws that are taken away
//   --named       instead, those in test/named-mutants.json, made by hand: each was once not noticed

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
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
 * @typedef {{ first: Chosen[], rest: Chosen[], ms: number }} Choice
 * @typedef {{ mutant: Mutant, by: string | undefined, test?: Chosen }} Verdict
 */

const rooms = ["src/core", "src/log", "src/loop", "src/floor", "src/workspace"];
const equivalentFile = "test/equivalent-mutants.json";
const namedFile = "test/named-mutants.json";
/** What must be noticed, in percent. */
const bars = { guard: 90, change: 95 };
/** Tests of one mutant: so many milliseconds of the nearest at first, and of all others. */
const firstMs = 3_000;
const restMs = 30_000;

await orExplain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      count: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      guards: { type: "boolean", default: false },
      named: { type: "boolean", default: false },
    },
  });
  await prepare();
  const sources = await read("src");
  const places = positionals.length > 0 ? positionals : values.named ? ["src"] : rooms;
  const all = await (values.named ? namedIn : mutantsIn)(sources, places);
  const fitting = all.filter(({ kind }) => !values.guards || kind === "guard");
  if (fitting.length === 0) throw new SetupError("No source file there can be mutated.");
  const drawn = values.named ? fitting : draw(fitting, Number(values.count), Number(values.seed));
  progress(`${drawn.length} of ${fitting.length} mutants.`);
  const lane = await Lane.open();
  try {
    return report(
      await tryAll(lane, drawn, sources),
      values.named ? 100 : values.guards ? bars.guard : bars.change,
    );
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

/** @param {Lane} lane @param {readonly Mutant[]} mutants @param {ReadonlyMap<string, string>} sources */
async function tryAll(lane, mutants, sources) {
  const reaching = await watchTests(lane, sources);
  const loading = await loaders(lane.files);
  /** @type {Verdict[]} */
  const verdicts = [];
  for (const mutant of mutants) {
    const text = sources.get(mutant.path) ?? "";
    const point = pointAround(pointsOf(mutant.path, text).points, mutant.start);
    const choice = point
      ? choose(mutant.path, reaching.get(point.id) ?? [])
      : chooseFiles(mutant.path, loading);
    await lane.write(
      new Map([[mutant.path, text.slice(0, mutant.start) + mutant.is + text.slice(mutant.end)]]),
    );
    const verdict = { mutant, ...(await noticed(lane, mutant.path, choice)) };
    await lane.write(new Map([[mutant.path, text]]));
    verdicts.push(verdict);
    progress(`${verdict.by === undefined ? "SURVIVES" : "noticed "} ${told(mutant)} ${verdict.by ?? ""}`);
  }
  return withoutFalseAlarms(lane, verdicts);
}

/**
 * The tests beside the file, then all others that reach the place, the quickest first.
 *
 * @param {string} path
 * @param {readonly import("./reach.mjs").Test[]} tests
 * @returns {Choice}
 */
function choose(path, tests) {
  const near = (/** @type {string} */ file) =>
    Number(dirname(file) === dirname(path)) + Number(file === path.replace(/ts$/, "test.ts"));
  const ordered = [...tests].sort((a, b) => near(b.file) - near(a.file) || a.ms - b.ms);
  /** @type {Map<string, string[]>} */
  const first = new Map();
  /** @type {Map<string, string[]>} */
  const rest = new Map();
  let ms = 0;
  for (const { file, id, ms: took } of ordered) {
    const into = ms === 0 || ms + took < firstMs ? first : rest;
    if (into === rest && ms + took > restMs) continue;
    ms += took;
    into.set(file, [...(into.get(file) ?? []), id]);
  }
  const chosen = (/** @type {Map<string, string[]>} */ all) => [...all].map(([file, ids]) => ({ file, ids }));
  return { first: chosen(first), rest: chosen(rest), ms };
}

/** What stands outside of functions runs when it is loaded. @param {string} path @param {(path: string) => readonly string[]} loading @returns {Choice} */
function chooseFiles(path, loading) {
  const near = (/** @type {string} */ file) => Number(dirname(file) === dirname(path));
  const files = [...loading(path)].sort((a, b) => near(b) - near(a)).map((file) => ({ file }));
  const beside = files.filter(({ file }) => near(file) === 1);
  return { first: beside, rest: files.slice(beside.length), ms: restMs };
}

/** @param {Lane} lane @param {string} path @param {Choice} choice @returns {Promise<{ by: string | undefined, test?: Chosen }>} */
async function noticed(lane, path, { first, rest, ms }) {
  for (const run of [first, rest]) {
    if (run.length === 0) continue;
    const { ran, broken } = await lane.run({ changed: [path], run, bail: true }, 60_000 + 5 * ms);
    const failed = ran.find(({ ok }) => !ok);
    if (failed)
      return { by: `${failed.file}: ${failed.name}`, test: { file: failed.file, ids: [failed.id] } };
    if (broken[0] !== undefined) return { by: broken[0] };
  }
  const compiler = join(root, "node_modules/typescript7/bin/tsc");
  const { code } = await runNode([compiler], { cwd: lane.folder, timeoutMs: 300_000 });
  return { by: code === 0 ? undefined : "the compiler" };
}

/** A test that fails without any mutant has noticed nothing. @param {Lane} lane @param {readonly Verdict[]} verdicts */
async function withoutFalseAlarms(lane, verdicts) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map();
  for (const { test } of verdicts)
    if (test) used.set(test.file, new Set([...(used.get(test.file) ?? []), ...(test.ids ?? [])]));
  const run = [...used].map(([file, ids]) => ({ file, ids: [...ids] }));
  const changed = [...new Set(verdicts.map(({ mutant }) => mutant.path))];
  const { ran } = await lane.run({ changed, run, bail: false });
  const alarms = new Set(ran.filter(({ ok }) => !ok).map(({ file, id }) => `${file} ${id}`));
  return verdicts.map((one) => {
    const isFalse = one.test?.ids?.some((id) => alarms.has(`${one.test?.file} ${id}`));
    return isFalse ? { mutant: one.mutant, by: undefined } : one;
  });
}

/** What survived, and how much was noticed in each room. @param {readonly Verdict[]} verdicts @param {number} bar @returns exit code */
function report(verdicts, bar) {
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

/** @param {Mutant} mutant */
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
