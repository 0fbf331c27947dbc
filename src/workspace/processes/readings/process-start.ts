import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { platform } from "node:os";

/** Identifies exactly one process. */
export interface Started {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * When a process started, as text to compare and nothing else; undefined when it is gone or only waits to be reaped.
 * A pid is given out again, a pid with its start is not; the boot is part of it because Linux counts from there.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid < 1) return undefined;
  if (platform() !== "linux") return startByPs(pid);
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const fields = stat === undefined ? undefined : parseStat(stat);
  if (fields === undefined || fields.state === "Z" || fields.state === "X") return undefined;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return linuxStart(fields.start, boot);
}

export function linuxStart(ticks: string, boot: string): string {
  return `${ticks}@${boot.trim().slice(0, 8)}`;
}

/** The second field is the program's name in parentheses and may hold anything, also parentheses and spaces. */
export function parseStat(
  line: string,
): { pid: number; state: string; parent: number; group: number; start: string } | undefined {
  const rest = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state, parent, group] = rest;
  const start = rest[19];
  if (state === undefined || group === undefined || start === undefined) return undefined;
  return { pid: Number.parseInt(line, 10), state, parent: Number(parent), group: Number(group), start };
}

/** Where there is no /proc, as on macOS. */
export function startByPs(pid: number): Promise<string | undefined> {
  const env = { PATH: "/bin:/usr/bin", LC_ALL: "C", TZ: "UTC0" };
  return new Promise((resolve) => {
    execFile("ps", ["-o", "stat=", "-o", "lstart=", "-p", String(pid)], { env }, (error, out) => {
      const [, state, start] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(out) ?? [];
      resolve(error !== null || state === undefined || state.startsWith("Z") ? undefined : start);
    });
  });
}
