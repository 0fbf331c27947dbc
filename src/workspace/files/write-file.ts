import { mkdirSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Denied } from "../../core/ports/files.ts";
import { discard } from "../remove-tree.ts";
import { type Site, scratchFile } from "../site.ts";
import { type Allowed, denied, guardPath } from "./guard/guard-path.ts";

/**
 * Writes by rename, so a reader sees the old file or the new one, and a hard link elsewhere keeps the old content.
 * `undefined` removes the file, or a link itself, and folders that become empty; removing a file that does not exist succeeds.
 */
export async function writeFile(
  site: Site,
  root: string,
  path: string,
  content: string | undefined,
  executable: boolean | undefined,
): Promise<Denied | undefined> {
  const place = guardPath(root, path, content === undefined ? "remove" : "write");
  if (place.kind === "denied") return place;
  if (place.found === "folder") return denied(`${place.shown} is a folder.`);
  try {
    if (content !== undefined) return await put(site, place, content, executable);
    await site.disk.remove(place.real);
    removeEmpty(root, dirname(place.real));
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP" || code === "ENOTDIR") return changed(place);
    if (code !== "EACCES" && code !== "EPERM") throw error;
    return denied(`${place.shown} is write-protected.`);
  }
}

/** Git knows no empty folders, and one that is left stands in the way of a file of its name. */
function removeEmpty(root: string, folder: string): void {
  for (let at = folder; at.startsWith(root + sep); at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOTEMPTY" || code === "EEXIST") return;
      if (code !== "ENOENT") throw error;
    }
  }
}

async function put(
  site: Site,
  place: Allowed,
  content: string,
  executable: boolean | undefined,
): Promise<Denied | undefined> {
  const parent = dirname(place.real);
  mkdirSync(parent, { recursive: true });
  if (realpathSync.native(parent) !== parent) return changed(place);
  const before = place.found === "file" ? statSync(place.real).mode & 0o777 : undefined;
  const temporary = await scratchFile(site, "write", (path) =>
    site.disk.create(path, content, modeOf(before, executable)),
  );
  try {
    await site.disk.rename(temporary, place.real);
  } catch (error) {
    await discard(temporary);
    throw error;
  }
  return undefined;
}

function changed({ shown }: Allowed): Denied {
  return denied(`${shown} changed while it was written. Try again.`);
}

/** Those who may read the file may also run it, as `chmod +x` does it. */
function modeOf(before: number | undefined, executable: boolean | undefined): number | undefined {
  if (executable === undefined) return before;
  const mode = before ?? 0o644;
  return executable ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}
