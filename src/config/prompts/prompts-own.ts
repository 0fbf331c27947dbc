import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** The folder of a project's own prompts, relative to its top folder. */
const place = ".huddle/prompts";
const mostBytes = 16 * 1024;

interface Own {
  readonly files: ReadonlyMap<string, { readonly path: string; readonly text: string }>;
  readonly faults: readonly string[];
}

/** Files of the last commit that a sparse checkout leaves out, by their paths. */
export type CommittedFiles = (folder: string) => Promise<ReadonlyMap<string, Uint8Array>>;

/**
 * A project's own prompt files. Accepts only text of limited size inside their folder; the rest are faults. What a
 * sparse checkout leaves out is read from the last commit.
 */
export async function readOwnPrompts(
  root: string,
  names: readonly string[],
  committed: CommittedFiles,
): Promise<Own> {
  const own = await readStanding(root, names);
  const files = new Map(own.files);
  const faults = [...own.faults];
  for (const [path, bytes] of await committed(place)) {
    const name = path.slice(place.length + 1);
    if (name.startsWith(".") || files.has(name)) continue;
    const read = names.includes(name)
      ? (measured(bytes.length) ?? decoded(bytes))
      : { fault: `: there is no prompt of this name${similar(name, names)}` };
    if ("fault" in read) faults.push(`${path}${read.fault}`);
    else files.set(name, { path, text: read.text });
  }
  return { files, faults };
}

async function readStanding(root: string, names: readonly string[]): Promise<Own> {
  const files = new Map<string, { readonly path: string; readonly text: string }>();
  const faults: string[] = [];
  const folder = join(root, place);
  const found = await filesIn(folder);
  if (typeof found === "string") return { files, faults: [`${place} ${found}`] };
  if (found.length === 0) return { files, faults };
  const real = await realpath(folder);
  if (!isWithin(await realpath(root), real))
    return { files, faults: [`${place} is a link that leads out of the project. Put a folder there.`] };
  for (const name of found) {
    const path = `${place}/${name}`;
    if (!names.includes(name)) {
      faults.push(`${path}: there is no prompt of this name${similar(name, names)}`);
      continue;
    }
    const read = await readOne(join(folder, name), real).catch(unreadable);
    if ("fault" in read) faults.push(`${path}${read.fault}`);
    else files.set(name, { path, text: read.text });
  }
  return { files, faults };
}

/** Sorted names, or why there are none. Skips dot files, which belong to an editor or a desktop. */
async function filesIn(folder: string): Promise<readonly string[] | string> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return [];
    return code === "ENOTDIR" ? "is not a folder" : `cannot be read (${code})`;
  }
}

type Read = { readonly text: string } | { readonly fault: string };

async function readOne(path: string, folder: string): Promise<Read> {
  const target = (await lstat(path)).isSymbolicLink() ? await realpath(path).catch(() => undefined) : path;
  if (target === undefined) return { fault: ": this link leads nowhere" };
  if (target !== path && !isWithin(folder, target))
    return { fault: ": this link leads out of the folder. Put the text here" };
  const found = await stat(target);
  if (!found.isFile()) return { fault: ": this is not a file" };
  return measured(found.size) ?? decoded(await readFile(target));
}

function measured(size: number): { readonly fault: string } | undefined {
  if (size <= mostBytes) return undefined;
  return {
    fault: `: ${size} bytes are too many; at most ${mostBytes} are allowed, because each request pays for all of them`,
  };
}

function unreadable(error: unknown): Read {
  return { fault: `: this cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})` };
}

function decoded(bytes: Uint8Array): Read {
  let text: string;
  try {
    // Removes a byte order mark.
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
  } catch {
    return { fault: `, line ${lineOfBrokenByte(bytes)}: this is not text in UTF-8` };
  }
  if (text.trim() === "") return { fault: ": this is empty" };
  const nul = text.indexOf("\0");
  return nul < 0
    ? { text }
    : {
        fault: `, line ${text.slice(0, nul).split("\n").length}: this is not text: it contains a NUL character`,
      };
}

/** The first line that cannot be read. */
function lineOfBrokenByte(bytes: Uint8Array): number {
  const readable = new TextDecoder().decode(bytes);
  return readable.slice(0, readable.indexOf("\ufffd")).split("\n").length;
}

/** A known name with the same letters, if there is one. */
function similar(name: string, names: readonly string[]): string {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, "");
  const meant = names.find((one) => letters(one) === letters(name) || letters(one) === letters(`${name}md`));
  return meant ? `; did you mean ${meant}?` : "";
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
