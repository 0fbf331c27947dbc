import { execFile } from "node:child_process";
import { lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { discard, removeTree } from "../remove-tree.ts";
import type { Dependencies } from "../sandbox/mounts/dependency-mounts.ts";
import type { Site } from "../site.ts";
import { unlessMissing } from "../unless-missing.ts";

/** `kept.json` of a folder of dependencies: what lies there, and where it belongs. */
interface Manifest {
  readonly kept: readonly { readonly at: string; readonly entries: number }[];
  readonly caches: readonly string[];
}

/** Each is a mount, and mounts cost time. More than these are copied. */
const mostShown = 6;
/** Folders of modules that get folders for caches. */
const mostWithCaches = 4;
/** What tools write below the modules that they belong to. */
const cacheNames = [".cache", ".vite", ".vite-temp", ".vitest"];

/** What set-up made for this key; undefined: nothing yet, or somebody damaged it. */
export async function findDependencies(site: Site, key: string): Promise<Dependencies | undefined> {
  const folder = join(site.dependencies, key);
  const manifest = await readManifest(folder);
  if (manifest === undefined) return undefined;
  const kept = manifest.kept.map(({ at }, index) => ({ at, from: join(folder, "kept", String(index)) }));
  return { kept, caches: manifest.caches, shared: { from: join(folder, "shared"), isWritten: false } };
}

/** Whether there are too many to show each at its place. */
export function areMany({ kept }: Dependencies): boolean {
  return kept.length > mostShown;
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await unlessMissing(readFile(join(folder, "kept.json"), "utf8"));
  const manifest = text === undefined ? undefined : parsed(text);
  for (const [index, { entries }] of manifest?.kept.entries() ?? [])
    if ((await entriesOf(join(folder, "kept", String(index)))) !== entries) return undefined;
  return (await entriesOf(join(folder, "shared"))) === undefined ? undefined : manifest;
}

/** Only this program writes it; what is torn or touched is made again. */
function parsed(text: string): Manifest | undefined {
  try {
    return JSON.parse(text) as Manifest;
  } catch {
    return undefined;
  }
}

/** How much lies there: 0 for a file, undefined for nothing. */
async function entriesOf(path: string): Promise<number | undefined> {
  const entry = await unlessMissing(lstat(path));
  if (entry === undefined) return undefined;
  return entry.isDirectory() ? (await readdir(path)).length : 0;
}

/** A folder in which new dependencies are put together. Nobody looks there before `keep` gives it its name. */
export async function draftDependencies(site: Site, key: string): Promise<string> {
  const ours = `${key}.${basename(site.folder)}.`;
  // What killed runners of this session left.
  for (const name of (await unlessMissing(readdir(site.dependencies))) ?? [])
    if (name.startsWith(ours)) await removeTree(join(site.dependencies, name));
  const draft = join(site.dependencies, `${ours}${site.fence}`);
  await mkdir(join(draft, "shared"), { recursive: true });
  await mkdir(join(draft, "kept"));
  return draft;
}

/** Moves what set-up made in `worktree` into the draft, and gives that its name. */
export async function keepDependencies(
  site: Site,
  key: string,
  {
    draft,
    worktree,
    paths,
  }: { readonly draft: string; readonly worktree: string; readonly paths: readonly string[] },
): Promise<void> {
  const kept: { at: string; entries: number }[] = [];
  const caches: string[] = [];
  let withCaches = 0;
  for (const at of paths) {
    const from = join(worktree, at);
    const entry = await unlessMissing(lstat(from));
    if (!entry?.isDirectory() && !entry?.isFile()) continue;
    if (entry.isDirectory() && basename(at) === "node_modules" && withCaches < mostWithCaches) {
      withCaches += 1;
      for (const name of cacheNames) {
        await mkdir(join(from, name), { recursive: true });
        caches.push(`${at}/${name}`);
      }
    }
    kept.push({ at, entries: (await entriesOf(from)) ?? 0 });
    await move(from, join(draft, "kept", String(kept.length - 1)));
  }
  const manifest: Manifest = { kept, caches };
  await writeFile(join(draft, "kept.json"), JSON.stringify(manifest));
  // After a power cut there must be no folder with this name and empty files. Not every system has this.
  await promisify(execFile)("sync", ["-f", draft]).catch(() => undefined);
  // Another process was faster, and something may run with what it made.
  if (await findDependencies(site, key)) return;
  const place = join(site.dependencies, key);
  const damaged = `${draft}.damaged`;
  await rename(place, damaged).catch(() => undefined);
  await rename(draft, place);
  await discard(damaged);
}

/** Dependencies may be on another disk than sessions. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    await copy(from, to);
  }
}

/** For a sandbox that cannot show so many: each worktree gets its own. */
export async function copyDependencies(worktree: string, { kept }: Dependencies): Promise<void> {
  for (const { from, at } of kept) {
    const to = join(worktree, at);
    if ((await unlessMissing(lstat(to))) !== undefined) continue;
    await mkdir(dirname(to), { recursive: true });
    await copy(from, to);
  }
}

async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", "--reflink=auto", "--", from, to]);
}
