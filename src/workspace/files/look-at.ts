import { createHash } from "node:crypto";
import { type FileHandle, readlink } from "node:fs/promises";
import type { Looked } from "../../core/ports/files.ts";
import { denied, guardPath } from "./guard/guard-path.ts";
import { openGuarded, swapped } from "./guard/open-guarded.ts";

/** What stands at a path that is to be written or removed. Reads it in pieces, whatever its size; follows no link. */
export async function lookAt(root: string, path: string): Promise<Looked> {
  const place = guardPath(root, path, "remove");
  if (place.kind === "denied") return place;
  if (place.found === "none") return { kind: "none" };
  if (place.found === "folder") return denied(`${place.shown} is a folder.`);
  if (place.found === "link") {
    const target = await readlink(place.real).catch(() => undefined);
    return target === undefined ? swapped(place) : { kind: "link", target };
  }
  const file = await openGuarded(place);
  if ("kind" in file) return file;
  try {
    return await hashed(file);
  } finally {
    await file.close();
  }
}

async function hashed(file: FileHandle): Promise<Looked> {
  const { mode } = await file.stat();
  const hash = createHash("sha256");
  for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk);
  return { kind: "file", hash: hash.digest("hex"), ...((mode & 0o100) !== 0 && { executable: true }) };
}
