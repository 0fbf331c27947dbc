/**
 * Branches of a session: one for what has landed, one for each task. No worktree of Huddle has any of them checked out,
 * and `moveBranch` moves none that a person has.
 */
export function integrationRef(session: string): string {
  return `refs/heads/huddle/${session}/main`;
}

export function taskRef(session: string, task: string): string {
  return `refs/heads/huddle/${session}/${task}`;
}

/** All branches of a session. */
export function branchRefs(session: string): string {
  return `refs/heads/huddle/${session}`;
}

/** All objects of a session that no branch holds. They are kept from `git gc` until the session is over. */
export function heldRefs(session: string): string {
  return `refs/huddle/${session}`;
}

/** Those of them that nothing needs once it is shipped: taking it back needs what landed, and where it began. */
export function passingRefs(session: string): readonly string[] {
  return ["task", "reviewed", "taken", "tree", "landing", "revert", "sync"].map(
    (name) => `${heldRefs(session)}/${name}`,
  );
}

/** The commit that the session starts from. */
export function baseRef(session: string): string {
  return `${heldRefs(session)}/base`;
}

/**
 * What has landed: the branch can be deleted, this cannot by accident. Not called `main`, or git would take
 * `huddle/<session>/main` for this ref instead of the branch.
 */
export function landedRef(session: string): string {
  return `${heldRefs(session)}/landed`;
}

/** The newest commit of a task, the one that was reviewed last or taken; that of a landing, of what takes one back, or of a shipping. */
export function commitRef(session: string, what: HeldFor): string {
  return `${heldRefs(session)}/${what}`;
}

/** A tree that is recorded and has no commit yet. */
export function treeRef(session: string, what: HeldFor): string {
  return `${heldRefs(session)}/tree/${what}`;
}

type HeldFor =
  | `task/${string}`
  | `held/${string}`
  | `reviewed/${string}`
  | `taken/${string}`
  | "landing"
  | "revert"
  | "ship"
  | "sync";
