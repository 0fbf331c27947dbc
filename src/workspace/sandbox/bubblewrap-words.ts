import type { Mount } from "./mounts/mount.ts";

export interface Recipe {
  /** The path of bwrap. */
  readonly program: string;
  readonly can: BubblewrapCan;
  /** In this order: a later one lies on top. */
  readonly mounts: readonly Mount[];
  /** Where the command starts. */
  readonly worktree: string;
  /** A file with what the kernel refuses. */
  readonly filter?: string;
}

/** What depends on the version. */
export interface BubblewrapCan {
  /** Forbid new user namespaces inside; from 0.8. */
  readonly disableUserns: boolean;
  /** Limit a folder in memory; from 0.7. */
  readonly size: boolean;
  /** Have the kernel refuse some calls. */
  readonly filter: boolean;
}

/** Each costs almost a millisecond, and more than linearly. */
export const mostBinds = 24;
const shmBytes = 64 * 1024 * 1024;
const cacheBytes = 256 * 1024 * 1024;

const apart = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-net",
  "--unshare-ipc",
  "--unshare-uts",
  "--die-with-parent",
  "--new-session",
  "--uid",
  "1000",
  "--gid",
  "1000",
  "--cap-drop",
  "ALL",
];

/** The words that stand before a command. */
export function bubblewrapWords({ program, can, mounts, worktree, filter }: Recipe): readonly string[] {
  const hidden = mounts.filter(({ kind }) => kind === "hide").map(({ at }) => at);
  return [
    // It reads the filter from an open file, and closes that. The shell must not tell where it is.
    ...(filter === undefined
      ? [program]
      : ["sh", "-c", 'unset PWD OLDPWD; exec "$@" 9< "$0"', filter, program]),
    ...(filter === undefined ? [] : ["--seccomp", "9"]),
    ...apart,
    ...(can.disableUserns ? ["--disable-userns"] : []),
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...(can.size ? ["--size", String(shmBytes), "--tmpfs", "/dev/shm"] : []),
    ...mounts.flatMap((mount) => wordsOf(mount, can)),
    // Last: folders for later mounts are made in the hidden ones and in the root. What says in /proc how the whole
    // system runs belongs to root: whoever is root outside could write it, as uid 1000.
    ...[...hidden, "/proc", "/dev", "/"].flatMap((path) => ["--remount-ro", path]),
    "--chdir",
    worktree,
    "--",
  ];
}

export function bindsOf(mounts: readonly Mount[]): number {
  return mounts.filter(({ kind }) => kind === "read" || kind === "write").length;
}

function wordsOf(mount: Mount, { size }: BubblewrapCan): readonly string[] {
  switch (mount.kind) {
    case "read":
      return ["--ro-bind", mount.from, mount.at];
    case "write":
      return ["--bind", mount.from, mount.at];
    case "hide":
      return ["--tmpfs", mount.at];
    case "cache":
      return [...(size ? ["--size", String(cacheBytes)] : []), "--tmpfs", mount.at];
    case "link":
      return ["--symlink", mount.to, mount.at];
  }
}

/**
 * The words between those and the command that limit its processes. Only inside does the kernel count those of this
 * sandbox alone, from Linux 5.14; an older one would count all that the person runs. It does not hold for root.
 */
export function processWords(processes: number | undefined, release: string): readonly string[] {
  const [major = 0, minor = 0] = release.split(".").map(Number);
  const countsInside = major > 5 || (major === 5 && minor >= 14);
  return processes === undefined || !countsInside ? [] : ["sh", "-c", limitAndGoOn, String(processes)];
}

/** Each shell knows one of the two names. */
const limitAndGoOn = '{ ulimit -u "$0" || ulimit -p "$0"; } 2>/dev/null; exec "$@"';
