// npm run build: bundles the command into dist/ and the development programs into build/.
//
// What a target holds: chunks named by their content, and one small launcher per entry that loads its chunk.
// Launchers come last, each by one rename, and carry the hash of all sources. So a killed build leaves the
// old one working, two builds at once cannot mix, and "is it fresh?" is one comparison.

import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { orExplain, prepare, progress, root, SetupError } from "./setup.mjs";

/**
 * @typedef {"product" | "development"} TargetName
 * @typedef {{ folder: string, format: "esm" | "cjs", entries: Record<string, string>, beside: Record<string, string>, sources: string[] }} Target
 *   entries: launcher path inside the folder, to source file; beside: the same for bundles that entries load late
 */

const settings = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "rolldown.config.js",
  "scripts/build.mjs",
];
const keepOldChunksMs = 24 * 60 * 60 * 1000;

/**
 * Builds what is not fresh. Returns the targets that were built; throws with a readable message.
 *
 * @param {readonly TargetName[]} names
 * @param {{ onBuild?: (name: TargetName) => void }} [options]
 * @returns {Promise<TargetName[]>}
 */
export async function build(names, options = {}) {
  /** @type {TargetName[]} */
  const built = [];
  for (const name of names) {
    const target = await describe(name);
    const stamp = await stampOf(target);
    if (await isFresh(target, stamp)) continue;
    options.onBuild?.(name);
    await bundleInto(target, stamp);
    built.push(name);
  }
  return built;
}

/** @param {TargetName} name @returns {Promise<Target>} */
async function describe(name) {
  if (name === "product") {
    const entries = { "huddle.cjs": "src/cli/main.ts" };
    const { beside } = await import("../rolldown.config.js");
    return { folder: "dist", format: "cjs", entries, beside, sources: ["src", ...settings] };
  }
  const programs = [
    ...(await filesIn("bench")).filter((path) => /^bench\/[^/]+\.ts$/.test(path)),
    ...(await filesIn("test")).filter((path) =>
      /^test\/(support\/[^/]+-process|killwalk|random-builds)\.ts$/.test(path),
    ),
  ].filter((path) => !path.endsWith(".test.ts"));
  const entries = Object.fromEntries(programs.map((path) => [path.replace(/\.ts$/, ".js"), path]));
  return {
    folder: "build",
    format: "esm",
    entries,
    beside: {},
    sources: ["src", "bench", "test", ...settings],
  };
}

/** The hash of everything that goes in. @param {Target} target */
async function stampOf(target) {
  const hash = createHash("sha256");
  for (const source of target.sources) {
    for (const path of await filesIn(source)) {
      if (/\.test\.tsx?$/.test(path)) continue;
      const content = await readFile(join(root, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex").slice(0, 32);
}

/** All files below a path, relative to the root, sorted. @param {string} path @returns {Promise<string[]>} */
async function filesIn(path) {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** @param {Target} target @param {string} stamp */
async function isFresh(target, stamp) {
  const folder = join(root, target.folder);
  for (const launcher of Object.keys(target.entries)) {
    const text = await readFile(join(folder, launcher), "utf8").catch(() => "");
    if (!text.includes(`// build ${stamp}\n`)) return false;
    const chunk = /^(?:import |require\()"(.+?)"\)?;$/m.exec(text)?.[1] ?? "missing";
    if (!(await stat(join(folder, dirname(launcher), chunk)).catch(() => undefined))) return false;
  }
  return true;
}

/** @param {Target} target @param {string} stamp */
async function bundleInto(target, stamp) {
  for (const source of Object.values(target.entries)) {
    if ((await filesIn(source)).length === 0) throw new SetupError(`Cannot build: ${source} does not exist.`);
  }
  if (Object.keys(target.entries).length === 0) return;

  const chunks = await bundleChunks(target).catch((/** @type {Error} */ error) => {
    const text = process.stderr.isTTY ? error.message : stripVTControlCharacters(error.message);
    throw new SetupError(`The build failed.\n${text}`, { cause: error });
  });
  const folder = join(root, target.folder);
  for (const chunk of chunks) await place(join(folder, chunk.fileName), chunk.code);
  if (target.folder === "dist") await place(join(folder, "THIRD-PARTY-NOTICES.txt"), await notices(chunks));
  for (const [launcher, source] of Object.entries(target.entries)) {
    const chunk = chunks.find((one) => one.isEntry && one.facadeModuleId === join(root, source));
    if (chunk === undefined) throw new Error(`The bundler made no chunk for ${source}.`);
    const path = relative(dirname(launcher), chunk.fileName).split(sep).join("/");
    const specifier = path.startsWith(".") ? path : `./${path}`;
    const load = target.format === "cjs" ? `require("${specifier}");` : `import "${specifier}";`;
    await place(join(folder, launcher), `#!/usr/bin/env node\n// build ${stamp}\n${load}\n`, 0o755);
  }
  await sweep(folder, new Set(chunks.map((chunk) => basename(chunk.fileName))));
  await sweepLaunchers(folder, new Set(Object.keys(target.entries)));
}

/** @param {Target} target @returns {Promise<import("rolldown").OutputChunk[]>} */
async function bundleChunks({ entries, beside, format }) {
  const late = Object.keys(beside).length === 0 ? [] : await bundled(beside, "esm", {});
  const places = late.flatMap(({ isEntry, facadeModuleId, fileName }) =>
    isEntry && facadeModuleId ? [[relative(root, facadeModuleId), `./${basename(fileName)}`]] : [],
  );
  const chunks = [...(await bundled(entries, format, Object.fromEntries(places))), ...late];
  assertComplete(chunks);
  return chunks;
}

/**
 * @param {Record<string, string>} entries
 * @param {"esm" | "cjs"} format
 * @param {Record<string, string>} elsewhere
 */
async function bundled(entries, format, elsewhere) {
  const { rolldown } = await import("rolldown");
  const config = await import("../rolldown.config.js");
  const input = Object.fromEntries(
    Object.entries(entries).map(([launcher, source]) => [
      basename(launcher, extname(launcher)),
      join(root, source),
    ]),
  );
  if (Object.keys(input).length < Object.keys(entries).length) {
    throw new Error(`Two programs have the same file name: ${Object.values(entries).join(", ")}`);
  }
  const options = config.bundle(input, format, elsewhere);
  const bundler = await rolldown({
    ...options,
    cwd: root,
    onLog(level, log, handle) {
      if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
      handle(level, log);
    },
  });
  try {
    const { output } = await bundler.generate(options.output);
    return output.filter((item) => item.type === "chunk");
  } finally {
    await bundler.close();
  }
}

/** What ships must run without node_modules. @param {import("rolldown").OutputChunk[]} chunks */
function assertComplete(chunks) {
  const own = new Set(chunks.map((chunk) => chunk.fileName));
  for (const chunk of chunks) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      if (own.has(name) || isBuiltin(name)) continue;
      if (name.startsWith("./") && own.has(join(dirname(chunk.fileName), name))) continue; // built beside
      throw new Error(`"${name}" was left out of the bundle (wanted by ${chunk.fileName}).`);
    }
  }
}

/** Writes beside the place, then renames: a reader sees the old file or the new one, whole. */
async function place(/** @type {string} */ path, /** @type {string} */ text, mode = 0o644) {
  await mkdir(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  await writeFile(temporary, text, { mode });
  await chmod(temporary, mode);
  await rename(temporary, path);
}

/** The licences of everything that was bundled. @param {import("rolldown").OutputChunk[]} chunks */
async function notices(chunks) {
  const folders = new Set(
    chunks
      .flatMap((chunk) => chunk.moduleIds)
      .filter((id) => !id.startsWith("\0")) // stands for nothing
      .map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.split(sep).join("/"))?.[0])
      .filter((folder) => folder !== undefined),
  );
  const parts = [];
  for (const folder of [...folders].sort()) {
    const about = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const licence = (await readdir(folder)).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
    const text =
      licence === undefined
        ? `By ${about.author?.name ?? about.author ?? "its authors"}, ${about.homepage ?? about.repository?.url}`
        : await readFile(join(folder, licence), "utf8");
    parts.push(`${about.name} ${about.version} (${about.license})\n\n${text.trim()}\n`);
  }
  const rule = `\n${"-".repeat(78)}\n\n`;
  return `Huddle contains code of these packages.\n${rule}${parts.join(rule)}`;
}

/** Removes what builds of earlier days left. A process may still want the parts of a recent one. */
async function sweep(/** @type {string} */ folder, /** @type {Set<string>} */ current) {
  const chunks = join(folder, "chunks");
  for (const name of await readdir(chunks)) {
    if (current.has(name)) continue;
    const found = await stat(join(chunks, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > keepOldChunksMs) await rm(join(chunks, name), { force: true });
  }
}

/** A launcher whose program is gone would run what was built before, until that is swept. */
async function sweepLaunchers(/** @type {string} */ folder, /** @type {Set<string>} */ current) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join("/");
    if (!entry.isFile() || current.has(name) || !/^(?!chunks\/).*\.c?js$/.test(name)) continue;
    const text = await readFile(path, "utf8").catch(() => "");
    if (/^#!.*\n\/\/ build /.test(text)) await rm(path, { force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await orExplain(async () => {
    await prepare();
    const started = performance.now();
    const built = await build(process.argv.includes("--product") ? ["product"] : ["product", "development"]);
    const took = Math.round(performance.now() - started);
    progress(
      built.length === 0 ? `Nothing to build (${took} ms).` : `Built ${built.join(", ")} (${took} ms).`,
    );
    return 0;
  });
}
