import { createHash } from "node:crypto";
import { closeSync, createReadStream, fstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Looked } from "../../core/ports/files.ts";
import { denied, guardPath } from "./guard/guard-path.ts";
import { openGuarded, swapped } from "./guard/open-guarded.ts";
import { mostBytes } from "./read-text.ts";

/** What stands at a path that is to be written or removed. Reads it in pieces, whatever its size; follows no link. */
export async function lookAt(root: string, path: string): Promise<Looked> {
  const place = guardPath(root, path, "remove");
  if (place.kind === "denied") return place;
  if (place.found === "none") return { kind: "none" };
  if (place.found === "folder") return denied(`${place.shown} is a folder.`);
  if (place.found === "link") {
    const target = targetOf(place.real);
    return target === undefined ? swapped(place) : { kind: "link", target };
  }
  const file = openGuarded(place);
  if (file.kind !== "open") return file;
  try {
    return await hashed(file.fd);
  } finally {
    closeSync(file.fd);
  }
}

/** Undefined if it is no link any more. */
function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

async function hashed(fd: number): Promise<Looked> {
  const { mode, size } = fstatSync(fd);
  const hash = createHash("sha256");
  if (size <= mostBytes) hash.update(readFileSync(fd));
  else for await (const chunk of createReadStream("", { fd, autoClose: false })) hash.update(chunk);
  return { kind: "file", hash: hash.digest("hex"), ...((mode & 0o100) !== 0 && { executable: true }) };
}
