import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { Blobs } from "../../core/ports/blobs.ts";
import { noKeys, type Redaction } from "../../core/text/redaction.ts";
import { assertNoKey } from "../assert-no-key.ts";
import { isErrno } from "../errno.ts";
import { syncFolder } from "./sync-folder.ts";
import { isUnwritable, unwritable } from "./unwritable.ts";
import { writeTemporary } from "./write-temporary.ts";

/** How a blob gets onto the disk. */
export interface BlobDisk {
  readonly writeTemporary: typeof writeTemporary;
  rename(from: string, to: string): Promise<void>;
}

const localDisk: BlobDisk = {
  writeTemporary,
  rename: async (from, to) => renameSync(from, to),
};

/**
 * Side files in a folder, each named by the sha256 of what it holds. A blob is on the disk before `put` returns.
 * `disk`: another way to the disk; tests make it fail.
 */
export function openBlobs(folder: string, disk: BlobDisk = localDisk, redaction: Redaction = noKeys): Blobs {
  return {
    async put(text) {
      assertNoKey("a side file of the session", text, redaction);
      const bytes = Buffer.from(text);
      const blob = hash("sha256", bytes, "hex");
      const path = join(folder, blob);
      if (readIfThere(path)?.equals(bytes)) return blob;
      await writeWhole(disk, path, bytes).catch((cause: unknown) => {
        if (!isUnwritable(cause)) throw cause;
        throw unwritable(
          "A side file of the session",
          path,
          "Nothing that was recorded needs it yet.",
          cause,
        );
      });
      return blob;
    },

    async get(blob) {
      if (!/^[0-9a-f]{64}$/.test(blob)) return undefined;
      const path = join(folder, blob);
      const bytes = readIfThere(path);
      if (bytes !== undefined && hash("sha256", bytes, "hex") !== blob) throw damagedBlob(path);
      return bytes?.toString("utf8");
    },
  };
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** The file is complete or absent, even after a power cut. */
async function writeWhole(disk: BlobDisk, path: string, bytes: Buffer): Promise<void> {
  const folder = dirname(path);
  if (!existsSync(folder) && mkdirSync(folder, { recursive: true }) !== undefined)
    await syncFolder(dirname(folder));
  await disk.rename(await disk.writeTemporary(path, bytes), path);
  await syncFolder(folder);
}

function damagedBlob(path: string): Fault {
  return new Fault(
    "log.damaged",
    `A side file of the session does not hold what its name says: ${path}\nPut it back from a backup.`,
  );
}
