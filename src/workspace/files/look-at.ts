import { createHash } from "node:crypto";
import { constants, open } from "node:fs/promises";
import type { Looked } from "../../core/ports/files.ts";
import { denied, guardPath } from "./guard/guard-path.ts";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** What stands at a path that is to be written: its hash and whether it is executable. Reads it in pieces, whatever its size. */
export async function lookAt(root: string, path: string): Promise<Looked> {
  const place = await guardPath(root, path, "write");
  if (place.kind === "denied") return place;
  if (place.found === "none") return { kind: "none" };
  if (place.found === "folder") return denied(`${place.shown} is a folder.`);
  try {
    return await hashed(place.real);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { kind: "none" };
    if (code === "ELOOP" || code === "ENXIO")
      return denied(`${place.shown} changed while it was read. Try again.`);
    if (code === "EACCES") return denied(`${place.shown} may not be read.`);
    throw error;
  }
}

async function hashed(real: string): Promise<Looked> {
  const file = await open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { mode } = await file.stat();
    const hash = createHash("sha256");
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
    return { kind: "file", hash: hash.digest("hex"), ...((mode & 0o100) !== 0 && { executable: true }) };
  } finally {
    await file.close();
  }
}
