import type { Targets } from "../../../src/workspace/attack/attempts.ts";

/**
 * One way out of the sandbox, written by hand: its name, what is done, and what the system says when it is held. It has
 * got out if it ends well; if it fails with other words, something else was in its way, and that counts as a fault.
 */
export type Escape = readonly [name: string, act: string, said: RegExp];

/** Where an attempt aims at: a home with keys, a repository, processes and sockets of this machine. */
export type Aimed = (targets: Targets) => readonly Escape[];

/** One word for a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export const gone = /No such file or directory|ENOENT/;
export const fixed = /Read-only file system|EROFS/;
export const barred = /Operation not permitted|Permission denied|EPERM|EACCES/;
