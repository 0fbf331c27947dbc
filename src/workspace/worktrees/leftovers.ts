import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Leftovers } from "../../core/ports/workspace.ts";
import { isOwn, refsBelow } from "../git/hold.ts";
import type { Git } from "../git/run-git.ts";

/** What is in git and on the disk of one session. Looks only, and makes no folder. */
export async function leftoversOf(
  git: Git,
  names: { readonly branches: string; readonly held: string; readonly folder: string },
): Promise<Leftovers> {
  const [refs, entries] = await Promise.all([
    refsBelow(git, names.branches, names.held),
    readdir(names.folder).catch(() => undefined),
  ]);
  const branches = refs.filter(({ name }) => name.startsWith("refs/heads/"));
  return {
    branches: branches
      .filter(({ name }) => isOwn(name))
      .map(({ name, object: commit, checkedOutAt }) => ({
        name: name.slice("refs/heads/".length),
        commit,
        ...(checkedOutAt !== undefined && { checkedOutAt }),
      })),
    held: refs.length - branches.length,
    forUndo: refs.filter(({ name }) => /^refs\/huddle\/[^/]+\/(base|landed|ship)$/.test(name)).length,
    // A process that was killed may leave the session's folder empty.
    folders: entries?.length === 0 ? [names.folder] : (entries ?? []).map((name) => join(names.folder, name)),
  };
}
