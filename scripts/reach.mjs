// Which tests reach which points of the code. Watching all tests takes minutes, so what was seen is kept, for as long
// as the code, the test and what tests share are the same.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { pointsOf } from "./reach-points.mjs";
import { progress, root } from "./setup.mjs";

/**
 * @typedef {{ file: string, id: string, ms: number }} Test
 * @typedef {{ id: string, ms: number, reached: number[] }} Watched
 * @typedef {{ code: string, names: string[], files: Record<string, { hash: string, tests: Watched[] }> }} Kept
 * @typedef {import("./lane.mjs").Lane} Lane
 */

const usual = {
  /** Where it is kept. */
  cache: join(root, "node_modules/.cache/huddle-reach.json"),
  /** What tests share. */
  support: join(root, "test/support"),
};

/** Test files watched in one go: few enough that a stopped run loses little. */
const atOnce = 25;

/**
 * @param {Lane} lane
 * @param {ReadonlyMap<string, string>} sources all source files by path
 * @returns {Promise<ReadonlyMap<string, readonly Test[]>>} the tests that reach a point, by its id
 */
export async function watchTests(lane, sources, { cache, support } = usual) {
  const code = hashOf(...[...sources].flat(), ...(await textsIn(support)));
  const kept = await readKept(cache, code);
  const hashes = new Map(
    await Promise.all(
      lane.files.map(
        async (file) => /** @type {const} */ ([file, hashOf(await readFile(join(root, file), "utf8"))]),
      ),
    ),
  );
  const missing = lane.files.filter((file) => kept.files[file]?.hash !== hashes.get(file));
  if (missing.length > 0) {
    progress(`Watching what the tests in ${missing.length} files reach …`);
    await lane.write(new Map([...sources].map(([path, text]) => [path, pointsOf(path, text).watched])));
    for (let from = 0; from < missing.length; from += atOnce) {
      const some = missing.slice(from, from + atOnce);
      const { ran, broken } = await lane.run({
        run: some.map((file) => ({ file })),
        bail: false,
      });
      for (const file of some) {
        // Without its hash, a file is watched again next time.
        const hash = broken.length === 0 ? hashes.get(file) : undefined;
        kept.files[file] = { hash: hash ?? "", tests: seenIn(file, ran, kept.names) };
      }
      await keep(cache, kept);
      if (broken.length > 0)
        progress(`  Not all was seen (${broken.join("; ")}), so some mutants may survive only for that.`);
      progress(`  ${Math.min(from + atOnce, missing.length)} of ${missing.length}`);
    }
    await lane.write(sources);
  }
  return byPoint(kept, lane.files);
}

/** @param {string} file @param {readonly import("./mutate-lane.mjs").Ran[]} ran @param {string[]} names */
function seenIn(file, ran, names) {
  const numbers = new Map(names.map((name, number) => [name, number]));
  /** @param {string} name */
  const numberOf = (name) => {
    const known = numbers.get(name) ?? names.push(name) - 1;
    numbers.set(name, known);
    return known;
  };
  return ran
    .filter((one) => one.file === file && one.ok)
    .map(({ id, ms, reached }) => ({ id, ms: Math.round(ms), reached: [...new Set(reached)].map(numberOf) }));
}

/** @param {Kept} kept @param {readonly string[]} files */
function byPoint({ names, files: all }, files) {
  /** @type {Map<string, Test[]>} */
  const found = new Map();
  for (const file of files)
    for (const { id, ms, reached } of all[file]?.tests ?? [])
      for (const number of reached) {
        const name = names[number] ?? "";
        const tests = found.get(name) ?? [];
        tests.push({ file, id, ms });
        found.set(name, tests);
      }
  return found;
}

/** @param {string} folder @returns {Promise<readonly string[]>} the names and texts of all files in it */
async function textsIn(folder) {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [relative(folder, path), await readFile(path, "utf8")]),
  );
  return texts.flat();
}

/** @param {string} cache @param {string} code @returns {Promise<Kept>} */
async function readKept(cache, code) {
  const text = await readFile(cache, "utf8").catch(() => undefined);
  /** @type {Kept | undefined} */
  const kept = text === undefined ? undefined : JSON.parse(text);
  return kept?.code === code ? kept : { code, names: [], files: {} };
}

/** @param {string} cache @param {Kept} kept */
async function keep(cache, kept) {
  await mkdir(dirname(cache), { recursive: true });
  await writeFile(cache, JSON.stringify(kept));
}

/** @param {readonly string[]} texts */
function hashOf(...texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text).update("\0");
  return hash.digest("hex");
}

/**
 * The test files that load a source file, directly or through others.
 *
 * @param {readonly string[]} tests
 * @returns {Promise<(path: string) => readonly string[]>}
 */
export async function loaders(tests) {
  /** @type {Map<string, readonly string[]>} */
  const imports = new Map();
  const todo = [...tests];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (imports.has(path)) continue;
    const text = await readFile(join(root, path), "utf8").catch(() => "");
    const names = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    const found = names
      .filter((name) => name.startsWith("."))
      .map((name) => join(dirname(/** @type {string} */ (path)), name));
    imports.set(path, found);
    todo.push(...found);
  }
  return (path) => tests.filter((test) => loads(imports, test, path));
}

/** @param {ReadonlyMap<string, readonly string[]>} imports @param {string} from @param {string} path */
function loads(imports, from, path) {
  const seen = new Set([from]);
  for (const one of seen) {
    if (one === path) return true;
    for (const next of imports.get(one) ?? []) seen.add(next);
  }
  return false;
}
