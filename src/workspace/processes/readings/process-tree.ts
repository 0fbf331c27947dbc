import { readdirSync, readFileSync } from "node:fs";
import { parseStat } from "./process-start.ts";

export interface TreeUse {
  readonly pids: readonly number[];
  /** Resident memory that belongs to the processes alone; not the programs and files that they have mapped. */
  readonly memoryBytes: number;
}

/** Of each process those that it started, and of the root also those that it has lost sight of. */
export type Children = (pid: number) => readonly number[];

/**
 * What a process and all below it use, on Linux. Stops counting above `most` processes, so that it takes no longer the
 * more of them there are.
 */
export function treeUse(root: number, most: number, children = quickChildren(root)): TreeUse {
  const pids = new Set([root]);
  let memoryBytes = 0;
  for (const pid of pids) {
    if (pids.size > most) break;
    memoryBytes += residentOf(pid);
    for (const child of children(pid)) pids.add(child);
  }
  return { pids: [...pids], memoryBytes };
}

/** The kernel's own list, where it keeps one. */
function quickChildren(root: number): Children {
  const isKept = read(`/proc/self/task/${process.pid}/children`) !== undefined;
  return isKept ? childrenByThread : allChildren(root);
}

function childrenByThread(pid: number): readonly number[] {
  return names(`/proc/${pid}/task`).flatMap((thread) => {
    const children = read(`/proc/${pid}/task/${thread}/children`)?.trim() ?? "";
    return children === "" ? [] : children.split(" ").map(Number);
  });
}

/**
 * By what all processes of the system say about themselves. A process whose parent has ended belongs to nobody, but it
 * is still in the root's group.
 */
export function allChildren(root: number): Children {
  const below = new Map<number, number[]>();
  const add = (parent: number, pid: number) => {
    const known = below.get(parent);
    if (known) known.push(pid);
    else below.set(parent, [pid]);
  };
  for (const name of names("/proc").filter((one) => /^\d+$/.test(one))) {
    const stat = parseStat(read(`/proc/${name}/stat`) ?? "");
    if (stat) add(stat.group === root ? root : stat.parent, stat.pid);
  }
  return (pid) => below.get(pid) ?? [];
}

function residentOf(pid: number): number {
  const status = read(`/proc/${pid}/status`) ?? "";
  let kilobytes = 0;
  for (const [, size] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)) kilobytes += Number(size);
  return kilobytes * 1024;
}

/** Undefined: it is gone, or was never there. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}

function names(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
