import { mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Denied } from "../../core/ports/files.ts";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";
import { type Allowed, denied, guardPath } from "./guard-path.ts";

/**
 * Writes by rename, so a reader sees the old file or the new one, and a hard link elsewhere keeps the old content.
 * `undefined` removes the file; removing what is not there is done already.
 */
export async function writeFile(
  site: Site,
  root: string,
  path: string,
  content: string | undefined,
): Promise<Denied | undefined> {
  const place = await guardPath(root, path, "write");
  if (place.kind === "denied") return place;
  if (place.found === "folder") return denied(`${place.shown} is a folder.`);
  try {
    return content === undefined ? await remove(site, place) : await put(site, place, content);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM") throw error;
    return denied(`${place.shown} is write-protected.`);
  }
}

async function put(site: Site, place: Allowed, content: string): Promise<Denied | undefined> {
  const parent = dirname(place.real);
  await mkdir(parent, { recursive: true });
  if ((await realpath(parent)) !== parent)
    return denied(`${place.shown} changed while it was written. Try again.`);
  const folder = await scratch(site, "write");
  try {
    await replace(site, place, content, join(folder, "file"));
  } finally {
    await discard(folder);
  }
  return undefined;
}

async function replace(site: Site, place: Allowed, content: string, temporary: string): Promise<void> {
  await site.point("write before");
  const file = await open(temporary, "wx", 0o666);
  try {
    await file.writeFile(content, "utf8");
    if (place.found === "file") await file.chmod((await stat(place.real)).mode & 0o777);
    await file.sync();
  } finally {
    await file.close();
  }
  await site.point("write after");
  await site.point("rename before");
  await rename(temporary, place.real);
  await syncFolder(dirname(place.real));
  await site.point("rename after");
}

/** Makes the rename itself durable: what the log calls written is written after a power cut, too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function remove(site: Site, place: Allowed): Promise<undefined> {
  await site.point("remove before");
  await rm(place.real, { force: true });
  await site.point("remove after");
}
