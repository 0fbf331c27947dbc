import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { pause } from "../processes/pause.ts";
import { undoConfig } from "./config-text.ts";

/** A file or link, as it must be to be put back. */
type Entry =
  | { readonly kind: "file"; readonly mode: number; readonly content: string }
  | { readonly kind: "link"; readonly target: string }
  /** Too large to keep: it cannot be put back, only told. */
  | { readonly kind: "large"; readonly size: number };

/** What in a git folder decides how git behaves for the person, by path in it. */
export type Settings = Readonly<Record<string, Entry>>;

const files = ["config", "config.worktree", "info/attributes", "info/exclude", "info/grafts"];
const mostBytes = 512 * 1024;
const mostFiles = 500;
const mostDepth = 3;

/** Known only so that a lock which stood before a check is not taken for the check's. */
const locks = files.map(lockOf);

function lockOf(name: string): string {
  return `${name}.lock`;
}

export async function readSettings(commonDir: string): Promise<Settings> {
  const found: Record<string, Entry> = {};
  for (const name of [...files, ...locks]) await note(found, commonDir, name);
  await noteFolder(found, commonDir, "hooks", 0);
  return found;
}

async function noteFolder(
  found: Record<string, Entry>,
  root: string,
  name: string,
  depth: number,
): Promise<void> {
  const stat = await lstat(join(root, name)).catch(() => undefined);
  if (!stat?.isDirectory()) return note(found, root, name);
  const inside = depth < mostDepth ? await readdir(join(root, name)).catch(() => []) : [];
  for (const one of inside.sort()) {
    if (Object.keys(found).length >= mostFiles) return;
    await noteFolder(found, root, `${name}/${one}`, depth + 1);
  }
}

async function note(found: Record<string, Entry>, root: string, name: string): Promise<void> {
  const entry = await entryAt(join(root, name));
  if (entry) found[name] = entry;
}

async function entryAt(path: string): Promise<Entry | undefined> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isSymbolicLink()) return { kind: "link", target: await readlink(path) };
  if (!stat?.isFile()) return undefined;
  if (stat.size > mostBytes) return { kind: "large", size: stat.size };
  const bytes = await readFile(path).catch(() => undefined);
  return bytes && { kind: "file", mode: stat.mode & 0o777, content: bytes.toString("base64") };
}

/**
 * Puts back what differs from `before`, and says what that was, in words for a person. `mayUndo`: whether a change was
 * made at a time when a check could have made it.
 */
export async function undoSettings(
  commonDir: string,
  before: Settings,
  mayUndo: (changedAtMs: number) => boolean = () => true,
): Promise<readonly string[]> {
  const after = await readSettings(commonDir);
  const told: string[] = [];
  // Additions first: a link in place of a folder must go before what was in the folder comes back.
  const names = [...Object.keys(after).filter((name) => !(name in before)), ...Object.keys(before)];
  for (const name of names.filter((one) => !locks.includes(one))) {
    const [was, is] = [before[name], after[name]];
    if (isSame(was, is) || !mayUndo(await changedAt(commonDir, name))) continue;
    const words = await undone(commonDir, name, was, is, lockOf(name) in before).catch(
      (error: NodeJS.ErrnoException) => `${name} (not put back: ${error.code ?? error.message})`,
    );
    if (words !== undefined) told.push(words);
  }
  return told;
}

function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Of a file that is gone: when its folder changed. */
async function changedAt(root: string, name: string): Promise<number> {
  const path = join(root, name);
  const stat =
    (await lstat(path).catch(() => undefined)) ?? (await lstat(dirname(path)).catch(() => undefined));
  return stat?.ctimeMs ?? 0;
}

async function undone(
  root: string,
  name: string,
  was: Entry | undefined,
  is: Entry | undefined,
  wasLocked: boolean,
): Promise<string | undefined> {
  const path = join(root, name);
  if (was?.kind === "large" || (was === undefined && is === undefined))
    return `${name} (too large to be put back)`;
  if (was === undefined) {
    await rm(path, { force: true });
    return `${name} (added)`;
  }
  if (was.kind === "link") {
    await rm(path, { force: true, recursive: true });
    await symlink(was.target, path);
    return name;
  }
  const text = Buffer.from(was.content, "base64");
  const isConfig = name.startsWith("config") && is?.kind === "file";
  const undo = isConfig ? undoConfig(text.toString("utf8"), textOf(is)) : undefined;
  const modeOnly = is?.kind === "file" && is.content === was.content;
  // Only what a branch follows was changed.
  if (isConfig && !undo && !modeOnly) return undefined;
  await replace(path, undo ? Buffer.from(undo.text) : text, was.mode, wasLocked);
  return undo ? `${name} (${undo.keys.join(", ") || "its text"})` : name;
}

function textOf(entry: Extract<Entry, { kind: "file" }>): string {
  return Buffer.from(entry.content, "base64").toString("utf8");
}

const lockTries = 25;

/**
 * As git does it: the lock is the new file, so neither git nor we overwrite what the other writes. Git holds a lock for
 * an instant; one that came with the check and stays must not protect what the check wrote.
 */
async function replace(path: string, content: Buffer, mode: number, wasLocked: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const lock = lockOf(path);
  for (let tries = 0; ; tries += 1) {
    try {
      await writeFile(lock, content, { flag: "wx", mode });
      break;
    } catch (error) {
      const isLast = tries >= lockTries;
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || (isLast && wasLocked)) throw error;
      if (isLast) await rm(lock, { force: true, recursive: true });
      else await pause(20);
    }
  }
  await chmod(lock, mode);
  if ((await lstat(path).catch(() => undefined))?.isDirectory()) await rm(path, { recursive: true });
  await rename(lock, path);
}
