import { lstatSync, readdirSync, type Stats, statfsSync, statSync } from "node:fs";
import { join } from "node:path";

/** The least room that is free on the file systems of some folders. */
export function freeBytes(folders: readonly string[]): number {
  return Math.min(
    ...folders.map((folder) => {
      const room = orNothing(() => statfsSync(folder));
      return room === undefined ? Number.POSITIVE_INFINITY : room.bavail * room.bsize;
    }),
  );
}

/**
 * What files take on disk that were written since a time, in folders and where processes hold them open after they were
 * removed. Stops above `most`. A file that only changed its rights counts, too, so this is never too little.
 */
export function newBytes(
  folders: readonly string[],
  pids: readonly number[],
  sinceMs: number,
  most: number,
): number {
  const seen = new Set<string>();
  let bytes = 0;
  const count = (stat: Stats | undefined) => {
    if (!stat?.isFile() || stat.ctimeMs < sinceMs || seen.has(`${stat.dev}:${stat.ino}`)) return;
    seen.add(`${stat.dev}:${stat.ino}`);
    bytes += stat.blocks * 512;
  };
  for (const pid of pids) for (const stat of removedFiles(pid)) count(stat);
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined && bytes <= most; folder = waiting.pop()) {
    for (const entry of orNothing(() => readdirSync(folder ?? "", { withFileTypes: true })) ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) count(orNothing(() => lstatSync(path)));
    }
  }
  return bytes;
}

function removedFiles(pid: number): readonly Stats[] {
  const files = orNothing(() => readdirSync(`/proc/${pid}/fd`)) ?? [];
  return files
    .map((name) => orNothing(() => statSync(`/proc/${pid}/fd/${name}`)))
    .filter((stat) => stat !== undefined)
    .filter((stat) => stat.isFile() && stat.nlink === 0);
}

/** Undefined: it is gone meanwhile, or not ours. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
