import { link, mkdir, mkdtemp, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

const pauseMs = 10;
/** A change takes milliseconds. A lock that stands for so many pauses was left by a process that was killed. */
const mostPauses = 300;

/** Does this while no other process does it for the same file. `act` must be quick: a lock that stays is taken away. */
export async function oneWriter<T>(file: string, act: () => Promise<T>, most = mostPauses): Promise<T> {
  const lock = `${file}.lock`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  let seen = { mark: "", pauses: 0 };
  while (!(await isTaken(lock))) {
    const mark = await markOf(lock);
    seen = { mark, pauses: mark === seen.mark ? seen.pauses + 1 : 0 };
    if (seen.pauses > most) await remove(lock, mark);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  try {
    return await act();
  } finally {
    await rm(lock, { force: true });
  }
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    await (await open(lock, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Tells one lock from the next. Empty: there is none. */
async function markOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found ? `${found.ino} ${found.mtimeMs}` : "";
}

/** Moved aside first: if another process was quicker, this is its new lock, and it is put back. */
async function remove(lock: string, mark: string): Promise<void> {
  const folder = await mkdtemp(`${lock}-`);
  const aside = join(folder, "lock");
  try {
    await rename(lock, aside);
    if ((await markOf(aside)) !== mark) await link(aside, lock);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
