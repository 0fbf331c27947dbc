import { access, constants, open, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

/** A program needs few others to start, and links may lead in circles. */
const mostFiles = 20;
const mostBytes = 4096;

/**
 * The files that a program is started from: the one that is found, each that this is a link to, the program that its
 * first line names, and, if a small shell script starts another one by its path, that one.
 */
export async function startOfProgram(program: string, path: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  const open = [await found(program, path)];
  while (open.length > 0 && files.length < mostFiles) {
    const file = open.shift();
    if (file === undefined || files.includes(file)) continue;
    files.push(file);
    const next = await linkedTo(file);
    if (next !== undefined) open.push(next);
    else for (const other of await startedIn(file)) open.push(await found(other, path));
  }
  return files;
}

async function found(program: string, path: readonly string[]): Promise<string | undefined> {
  const candidates = isAbsolute(program)
    ? [program]
    : program.includes("/")
      ? []
      : path.map((folder) => join(folder, program));
  for (const file of candidates) if (await isProgram(file)) return file;
  return undefined;
}

async function isProgram(file: string): Promise<boolean> {
  const isFile = await stat(file).then(
    (entry) => entry.isFile(),
    () => false,
  );
  return isFile && (await access(file, constants.X_OK).then(() => true, no));
}

const no = () => false;

/** One step: each folder on the way must be there inside. */
async function linkedTo(file: string): Promise<string | undefined> {
  const to = await readlink(file).catch(() => undefined);
  // `..` leads out of the real folder, whatever links the path has.
  return to === undefined ? undefined : resolve(await realpath(dirname(file)), to);
}

/** The programs that a script names: in its first line, and behind `exec` if a shell reads it. */
async function startedIn(file: string): Promise<readonly string[]> {
  const text = await beginningOf(file);
  const [, interpreter, argument] = /^#! *(\S+)(?: +(?:-S +)?(\S+))?/.exec(text) ?? [];
  if (interpreter === undefined) return [];
  const isEnv = basename(interpreter) === "env";
  const started = isEnv ? argument : interpreter;
  if (started === undefined) return [];
  const others = /^(?:ba|da|z|k)?sh$/.test(basename(started)) ? [...text.matchAll(executed)] : [];
  return [started, ...others.flatMap(([, , path]) => path ?? [])];
}

const executed = /^\s*exec\s+(["']?)(\/[^"'\n$]+?)\1(?:\s|$)/gm;

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return "";
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
