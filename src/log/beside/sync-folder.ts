import { closeSync, fsync, openSync } from "node:fs";
import { promisify } from "node:util";

const synced = promisify(fsync);

/** Makes sure that new names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, "r");
  try {
    await synced(folder);
  } finally {
    closeSync(folder);
  }
}
