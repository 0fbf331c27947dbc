import { open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { unlessMissing } from "../unless-missing.ts";

/** The ways in which files of a worktree change. */
export interface Disk {
  /** Writes a new file and makes it durable. `mode` undefined: that of any new file. */
  create(path: string, content: string, mode: number | undefined): Promise<void>;
  /** Durable: what the log calls written is written after a power cut, too. */
  rename(from: string, to: string): Promise<void>;
  /** Durable. Removing a file that does not exist succeeds. */
  remove(path: string): Promise<void>;
}

export const localDisk: Disk = {
  async create(path, content, mode) {
    const file = await open(path, "wx", 0o666);
    try {
      await file.writeFile(content, "utf8");
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
  },

  async rename(from, to) {
    await rename(from, to);
    await syncFolder(dirname(to));
  },

  async remove(path) {
    if ((await unlessMissing(unlink(path).then(() => true))) === true) await syncFolder(dirname(path));
  },
};

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
