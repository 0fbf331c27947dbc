import { insteadOfKept } from "../permits/held.ts";
import { type Kept, keptAt } from "../permits/kept.ts";
import type { Worktree } from "../ports/files.ts";

/**
 * A worktree as its author's tools use it: what set-up makes is not written, since commands and checks would not find
 * it, and not read where something else lies than what they find.
 */
export function keptAside(worktree: Worktree, kept: () => Promise<Kept>): Worktree {
  const unwritten = async (path: string) => {
    const place = keptAt((await kept()).paths, path);
    return place === undefined ? undefined : denied(`${written(place)} ${insteadOfKept}`);
  };
  const unread = async (path: string) => {
    const { paths, isBeside } = await kept();
    const place = isBeside ? keptAt(paths, path) : undefined;
    return place === undefined ? undefined : denied(seen(place));
  };
  return {
    ...worktree,
    readText: async (path) => (await unread(path)) ?? worktree.readText(path),
    list: async (folder) => (await unread(folder)) ?? worktree.list(folder),
    look: async (path) => (await unwritten(path)) ?? worktree.look(path),
    mayWrite: async (path, gone) => (await unwritten(path)) ?? worktree.mayWrite(path, gone),
    write: async (path, content, executable) =>
      (await unwritten(path)) ?? worktree.write(path, content, executable),
  };
}

function denied(reason: string) {
  return { kind: "denied", reason } as const;
}

function written(place: string): string {
  return `${place} is what set-up installs: commands and checks find it as set-up made it, whatever is written there, and no commit holds it.`;
}

function seen(place: string): string {
  return `${place} is what set-up installs. It lies outside of your worktree, where only commands see it: look at it with run_command (ls, cat). ${insteadOfKept}`;
}
