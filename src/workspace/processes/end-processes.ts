import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { processStart, type Started } from "./readings/process-start.ts";

/** The variable that every descendant of a recorded command inherits. */
export const markName = "HUDDLE_CHILD";

/** Its value. A command can read it, so it tells nothing of where the record lies. */
export function markOf(record: string): string {
  return createHash("sha256").update(record).digest("hex").slice(0, 16);
}

const rounds = 50;

/**
 * Ends a recorded child with its process group. On Linux also what has left the group or outlived its leader, found
 * by the inherited mark. A pid with another start time belongs to another process by now and is left alone.
 */
export async function endProcesses(child: Started | undefined, record: string): Promise<void> {
  if (child !== undefined && (await processStart(child.pid)) === child.startedAt) killGroup(child.pid);
  await endMarked(record);
}

export function killGroup(leader: number): void {
  kill(-leader);
}

export async function endMarked(record: string): Promise<void> {
  if (platform() !== "linux") return;
  for (let round = 0; round < rounds; round += 1) {
    const found = await marked(markOf(record));
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

async function marked(mark: string): Promise<readonly number[]> {
  const wanted = Buffer.from(`\0${markName}=${mark}\0`);
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // It belongs to another user or is gone, so it is not ours.
      const environ = await readFile(`/proc/${pid}/environ`).catch(() => Buffer.alloc(0));
      if (!Buffer.concat([Buffer.from("\0"), environ]).includes(wanted)) return undefined;
      return (await processStart(pid)) === undefined ? undefined : pid;
    }),
  );
  return found.filter((pid) => pid !== undefined);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It is gone, or we may not end it.
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
