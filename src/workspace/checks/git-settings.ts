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
import { unlessMissing } from "../unless-missing.ts";
import { undoConfig } from "./config-text.ts";

/** A file or link, as it must be to be put back. */
type Entry =
  | { readonly kind: "file"; readonly mode: number; readonly content: string }
  | { readonly kind: "link"; readonly target: string }
  /** Too large to keep, or one of too many: it cannot be put back, only told. */
  | { readonly kind: "large"; readonly size: number }
  /** It is there, but may not be read: it cannot be put back, only told. */
  | { readonly kind: "unread" };

/**
 * What in a git folder decides how git behaves for the person, by path in it. A name that is missing was looked for
 * and was not there.
 */
export type Settings = Readonly<Record<string, Entry>>;

const files = ["config", "config.worktree", "info/attributes", "info/exclude", "info/grafts"];
const mostBytes = 512 * 1024;
const mostKept = 500;
const mostTold = 500;
const mostDepth = 3;

/** Known only so that a lock which stood before a check is not taken for the check's. */
const locks = files.map(lockOf);

function lockOf(name: string): string {
  return `${name}.lock`;
}

/** Throws if it cannot say what is there. */
export async function readSettings(commonDir: string): Promise<Settings> {
  const found: Record<string, Entry> = {};
  let count = 0;
  for (const name of await namesIn(commonDir)) {
    const entry = await entryAt(join(commonDir, name), count < mostKept);
    if (!entry) continue;
    found[name] = entry;
    count += 1;
  }
  return found;
}

async function namesIn(root: string): Promise<readonly string[]> {
  return [...files, ...locks, ...(await namesBelow(root, "hooks", 0))];
}

async function namesBelow(root: string, name: string, depth: number): Promise<readonly string[]> {
  const path = join(root, name);
  if (!(await unlessMissing(lstat(path)))?.isDirectory()) return [name];
  const inside = depth < mostDepth ? ((await unlessMissing(readdir(path))) ?? []) : [];
  const names: string[] = [];
  for (const one of inside.sort())
    for (const below of await namesBelow(root, `${name}/${one}`, depth + 1)) names.push(below);
  return names;
}

async function entryAt(path: string, keep: boolean): Promise<Entry | undefined> {
  const stat = await unlessMissing(lstat(path));
  if (stat?.isSymbolicLink()) return { kind: "link", target: await readlink(path) };
  if (!stat?.isFile()) return undefined;
  if (!keep || stat.size > mostBytes) return { kind: "large", size: stat.size };
  try {
    const bytes = await readFile(path);
    return { kind: "file", mode: stat.mode & 0o777, content: bytes.toString("base64") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    return { kind: "unread" };
  }
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
  const told: string[] = [];
  // Additions first: a link in place of a folder must go before what was in the folder comes back.
  const added = (await namesIn(commonDir)).filter((name) => !(name in before));
  for (const name of [...added, ...Object.keys(before)].filter((one) => !locks.includes(one))) {
    const was = before[name];
    const is = await entryAt(join(commonDir, name), was?.kind !== "large");
    if (isSame(was, is) || !mayUndo(await changedAt(commonDir, name))) continue;
    const words = await undone(commonDir, name, was, is, lockOf(name) in before).catch(
      (error: NodeJS.ErrnoException) => `${name} (not put back: ${error.code ?? error.message})`,
    );
    if (words !== undefined) told.push(words);
  }
  const more = told.length - mostTold;
  return more > 0 ? [...told.slice(0, mostTold), `and ${more} more`] : told;
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
  if (was?.kind === "unread") return `${name} (it could not be read before, so it is not put back)`;
  if (was?.kind === "large")
    return `${name} (${was.size > mostBytes ? "too large" : "one of too many"} to be put back)`;
  if (was === undefined) {
    await rm(path, { force: true });
    return `${name} (added)`;
  }
  if (was.kind === "link") {
    await rm(path, { force: true, recursive: true });
    await symlink(was.target, path);
    return name;
  }
  const isConfig = name.startsWith("config") && is?.kind === "file";
  const undo = isConfig ? undoConfig(textOf(was), textOf(is)) : undefined;
  const modeOnly = is?.kind === "file" && is.content === was.content;
  // Only what a branch follows was changed.
  if (isConfig && !undo && !modeOnly) return undefined;
  await replace(path, Buffer.from(undo?.text ?? textOf(was), "latin1"), was.mode, wasLocked);
  return undo ? `${name} (${inUtf8(undo.keys.join(", ")) || "its text"})` : name;
}

/** One character for each byte: git asks for no encoding, and every byte must come back. */
function textOf(entry: Extract<Entry, { kind: "file" }>): string {
  return Buffer.from(entry.content, "base64").toString("latin1");
}

function inUtf8(text: string): string {
  return Buffer.from(text, "latin1").toString("utf8");
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
