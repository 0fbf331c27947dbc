import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { unlessMissingNow } from "../unless-missing.ts";
import { isOpenedAt, wayThrough } from "./guard/where-opened.ts";

/** The ways in which files of a worktree change. */
export interface Disk {
  /** Writes a new file and makes it durable. `mode` undefined: that of any new file. */
  create(path: string, content: string, mode: number | undefined): Promise<void>;
  /** Durable: what the log calls written is written after a power cut, too. `to` is a real path; else it fails. */
  rename(from: string, to: string): Promise<void>;
  /** Durable. Removing a file that does not exist succeeds. A path that is no real one fails. */
  remove(path: string): Promise<void>;
}

export const localDisk: Disk = {
  async create(path, content, mode) {
    const file = openSync(path, "wx", 0o666);
    try {
      writeFileSync(file, content, "utf8");
      if (mode !== undefined) fchmodSync(file, mode);
      await synced(file);
    } finally {
      closeSync(file);
    }
  },

  async rename(from, to) {
    const folder = openSync(dirname(to), folderOnly);
    await inFolder(folder, to, (held) => renameSync(from, held));
  },

  async remove(path) {
    const folder = unlessMissingNow(() => openSync(dirname(path), folderOnly));
    if (folder !== undefined)
      await inFolder(folder, path, (held) => unlessMissingNow(() => unlinkSync(held)));
  },
};

const synced = promisify(fsync);
const folderOnly = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Changes an entry of a folder that is held open: a link that is swapped in for it meanwhile leads nowhere else. */
async function inFolder(folder: number, path: string, act: (path: string) => unknown): Promise<void> {
  try {
    if (!isOpenedAt(folder, dirname(path))) throw movedAway(path);
    const way = wayThrough(folder);
    act(existsSync(way) ? join(way, basename(path)) : path);
    await synced(folder);
  } finally {
    closeSync(folder);
  }
}

/** As the system says it of a link at the very place. */
function movedAway(path: string): Error {
  return Object.assign(new Error(`the folder of ${path} has changed`), { code: "ELOOP" });
}
