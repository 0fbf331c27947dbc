import { execFile } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export async function copyFolder(from: string, to: string): Promise<void> {
  await run("cp", ["-a", from, to]);
}

/** A folder as it was made first, and what its maker said about it. */
interface Made {
  readonly folder: string;
  readonly said: unknown;
}

const made = new Map<string, Promise<Made>>();

/**
 * Puts a folder at a path where nothing is. It is made only once for each name, and copied from then on: a copy takes
 * one process, a repository eight. What is in it must not hold its own path.
 */
export async function layOut<T>(to: string, name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const first = made.get(name) ?? makeFirst(make);
  made.set(name, first);
  const { folder, said } = await first;
  await copyFolder(folder, to);
  return said as T; // the same name has the same maker
}

async function makeFirst(make: (folder: string) => Promise<unknown>): Promise<Made> {
  const folder = join(await mkdtemp(join(tmpdir(), "laid-out-")), "folder");
  return { folder, said: await make(folder) };
}
