import { accessSync, constants, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory: files as real as any, and waiting for a disk costs nothing. */
const inMemory = "/dev/shm";
const roomNeeded = 2 * 1024 ** 3;

/** Where everything that tests write lies. Its name is short because the path of a socket must be. */
export function putHome(): string {
  const name = `hud-${process.pid}`;
  return join(isGood(inMemory, name) ? inMemory : tmpdir(), name);
}

/** Whether there is room, and whether programs may be started from there: some containers allow neither. */
function isGood(folder: string, name: string): boolean {
  const probe = join(folder, `${name}-probe`);
  try {
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(probe, "#!/bin/sh\n", { mode: 0o755 });
    accessSync(probe, constants.X_OK);
    return bavail * bsize >= roomNeeded;
  } catch {
    return false;
  } finally {
    rmSync(probe, { force: true });
  }
}
