import { createReadStream, existsSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isErrno } from "../errno.ts";

export interface StrayBlob {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: string;
}

/**
 * Side files that no line of the log names, in whatever way: the process that wrote them was killed before it could
 * append. Lines that do not count are looked through as well.
 */
export async function strayBlobs(log: string, folder: string): Promise<readonly StrayBlob[]> {
  const names = (await namesIn(folder)).filter((name) => /^[0-9a-f]{64}(\.\d+\.tmp)?$/.test(name));
  // Without its log nobody knows what is needed.
  if (names.length === 0 || !existsSync(log)) return [];
  const named = await hashesIn(log);
  const stray: StrayBlob[] = [];
  for (const name of names.filter((one) => !named.has(one))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found?.isFile()) stray.push({ name, path, bytes: found.size, changedAt: found.mtime.toISOString() });
  }
  return stray;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isErrno(error, "ENOENT")) return [];
    throw error;
  });
}

/** A log may be larger than memory, so it comes in pieces; a hash may lie across two. */
async function hashesIn(log: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let rest = "";
  for await (const piece of createReadStream(log, { encoding: "latin1" })) {
    const text: string = rest + piece;
    for (const [, hash = ""] of text.matchAll(/(?=([0-9a-f]{64}))/g)) found.add(hash);
    rest = text.slice(-63);
  }
  return found;
}
