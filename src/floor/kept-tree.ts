import type { CommitInput, Workspace } from "../core/ports/workspace.ts";

const tries = 3;

/** Where a tree is held from the moment it is made, and what it was made from. */
export interface TreePlace {
  readonly ref: string;
  /** A commit that is held already. */
  readonly since: string;
  /** Makes the tree; again, if a `git gc` came first. */
  make(): Promise<string>;
}

/**
 * A new tree, held before any fact names it, so that no `git gc` removes it before its commit has a ref. `made`: it was
 * made just now, for another question.
 */
export async function keptTree(
  workspace: Workspace,
  { ref, since, make }: TreePlace,
  made?: string,
): Promise<string> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const tree = attempt === 1 && made !== undefined ? made : await make();
    if (await workspace.hold(ref, tree, since)) return tree;
  }
  throw new Error("git removed a tree each time before it could be held; another program collects garbage");
}

/** Whether a recorded tree is gone and cannot be made again: what it would be made from has changed. */
export async function isTreeLost(workspace: Workspace, place: TreePlace, tree: string): Promise<boolean> {
  if (await workspace.hold(place.ref, tree, place.since)) return false;
  return (await keptTree(workspace, place)) !== tree;
}

/** A commit of a held tree, held as well. The same input gives the same commit. */
export async function keptCommit(workspace: Workspace, ref: string, input: CommitInput): Promise<string> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const commit = await workspace.commitTree(input);
    if (await workspace.hold(ref, commit)) return commit;
  }
  throw new Error("git removed a commit each time before it could be held; another program collects garbage");
}
