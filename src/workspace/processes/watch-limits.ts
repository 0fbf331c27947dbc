import { readFileSync, statSync } from "node:fs";
import { platform } from "node:os";
import { freeBytes, newBytes } from "./readings/new-bytes.ts";
import { allChildren, treeUse } from "./readings/process-tree.ts";

export interface Limits {
  /** Resident, of all processes together. */
  readonly memoryBytes?: number;
  readonly processes?: number;
  /** What may be written more than was there, in these folders together. */
  readonly disk?: { readonly bytes: number; readonly folders: readonly string[] };
}

export type Over = "memory" | "processes" | "disk";

const tickMs = 25;
const longestMs = 250;
const shortestMs = 5;
/** So often before all processes of the system are looked through for those that nobody is the parent of. */
const quickCounts = 10;
/** About the most that one core fills within a millisecond. */
const bytesPerMs = 4_000_000;
/** Fewer than can start within a millisecond: a burst shows in what the whole system has. */
const processesPerMs = 0.5;

/**
 * Watches a process and all below it, and tells once when they go over a limit. Counts the more often the nearer a limit
 * is; between, it only asks how many processes the whole system has. Does nothing where there is no /proc.
 */
export function watchLimits(pid: number, limits: Limits, over: (what: Over) => void): { stop(): void } {
  if (platform() !== "linux") return { stop: () => undefined };
  const watch = new Watch(pid, limits);
  let timer: NodeJS.Timeout;
  const tick = () => {
    const what = watch.look();
    if (what !== undefined) return over(what);
    timer = setTimeout(tick, watch.pauseMs);
  };
  timer = setTimeout(tick, shortestMs);
  return { stop: () => clearTimeout(timer) };
}

class Watch {
  pauseMs = tickMs;
  readonly #pid: number;
  readonly #limits: Limits;
  readonly #sinceMs: number;
  /** Room on disk below which the folders are measured. */
  #floor: number;
  #dueMs = 0;
  #tasks = tasksOfSystem();
  #counts = 0;
  #spare = 0;

  constructor(pid: number, limits: Limits) {
    this.#pid = pid;
    this.#limits = limits;
    // The entry of a process is as old as the first look at it: now, by the clock of the files.
    this.#sinceMs = statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.ctimeMs ?? 0;
    this.#floor = limits.disk === undefined ? 0 : freeBytes(limits.disk.folders) - limits.disk.bytes;
  }

  look(): Over | undefined {
    const tasks = tasksOfSystem();
    this.#dueMs -= this.pauseMs;
    const isSurprise = tasks - this.#tasks > this.#spare / 4;
    if (this.#dueMs > 0 && !isSurprise) return undefined;
    this.#tasks = tasks;
    this.#counts += 1;
    return this.#count(isSurprise || this.#counts % quickCounts === 0);
  }

  #count(wholeSystem: boolean): Over | undefined {
    const { memoryBytes = Number.POSITIVE_INFINITY, processes = Number.POSITIVE_INFINITY } = this.#limits;
    const quick = treeUse(this.#pid, processes);
    // What grows fast is found quickly; looking through a whole system takes the longer the more there is.
    if (quick.pids.length > processes) return "processes";
    const use = wholeSystem ? treeUse(this.#pid, processes, allChildren(this.#pid)) : quick;
    if (use.pids.length > processes) return "processes";
    if (use.memoryBytes > memoryBytes) return "memory";
    if (this.#isDiskOver(use.pids)) return "disk";
    this.#spare = processes - use.pids.length;
    const safeMs = Math.min(
      (memoryBytes - use.memoryBytes) / bytesPerMs,
      this.#spare / processesPerMs,
      longestMs,
    );
    this.#dueMs = Math.max(shortestMs, safeMs);
    this.pauseMs = Math.min(tickMs, this.#dueMs);
    return undefined;
  }

  /** Folders are measured only when the file system has lost as much as they may take. */
  #isDiskOver(pids: readonly number[]): boolean {
    const { disk } = this.#limits;
    if (disk === undefined) return false;
    const free = freeBytes(disk.folders);
    if (free >= this.#floor) return false;
    const bytes = newBytes(disk.folders, pids, this.#sinceMs, disk.bytes);
    // Somebody else took the room. What is left to take must be gone before the next look.
    this.#floor = free - Math.max(disk.bytes - bytes, disk.bytes / 10);
    return bytes > disk.bytes;
  }
}

/** Processes and threads, in one short file. */
function tasksOfSystem(): number {
  const [, count] = /\/(\d+) /.exec(readFileSync("/proc/loadavg", "latin1")) ?? [];
  return Number(count ?? 0);
}
