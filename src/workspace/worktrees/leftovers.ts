import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Leftovers } from "../../core/ports/workspace.ts";
import { isOwn, refsBelow } from "../git/hold.ts";
import { listWorktrees } from "../git/list-worktrees.ts";
import type { Git } from "../git/run-git.ts";

/** What is in git and on the disk of one session. Looks only, and makes no folder. */
export async function leftoversOf(
  git: Git,
  names: { readonly branches: string; readonly held: string; readonly folder: string },
): Promise<Leftovers> {
  const [branches, held, used, entries] = await Promise.all([
    refsBelow(git, names.branches),
    refsBelow(git, names.held),
    listWorktrees(git),
    readdir(names.folder).catch(() => undefined),
  ]);
  return {
    branches: [...branches]
      .filter(([ref]) => isOwn(ref))
      .map(([ref, commit]) => {
        const place = used.find(({ branch }) => branch === ref);
        return { name: ref.slice("refs/heads/".length), commit, ...(place && { checkedOutAt: place.path }) };
      }),
    held: held.size,
    // A process that was killed may leave the session's folder empty.
    folders: entries?.length === 0 ? [names.folder] : (entries ?? []).map((name) => join(names.folder, name)),
  };
}
