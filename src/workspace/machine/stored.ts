import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

interface Entry {
  readonly name: string;
  readonly path: string;
  /** With everything below it. */
  readonly bytes: number;
  readonly changedAt: string;
}

/** The entries of a folder that have such a name, with what each takes on the disk. No folder: none. */
export async function storedIn(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = names.filter(isWanted).map(async (name): Promise<readonly Entry[]> => {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (!found) return [];
    return [{ name, path, bytes: await sizeOf(path), changedAt: found.mtime.toISOString() }];
  });
  return (await Promise.all(entries)).flat();
}

/** Links are not followed, and what vanishes meanwhile takes nothing. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found ? found.blocks * 512 : 0;
  let sum = found.blocks * 512;
  for (const name of await readdir(path).catch(() => [])) sum += await sizeOf(join(path, name));
  return sum;
}
