import { Fault } from "../core/fault.ts";
import type { CommitInput, Workspace } from "../core/ports/workspace.ts";
import type { State } from "../core/state/state.ts";
import { commitRef, taskRef, treeRef } from "./branches.ts";
import { commitMessage, taskTrailer } from "./commit-message.ts";
import { keptCommit, keptTree } from "./kept-tree.ts";
import { moveBranch } from "./move-branch.ts";

export interface Moved {
  readonly ref: string;
  /** Where Huddle left it. Null: there was no branch. */
  readonly was: string | null;
  /** Whose branch it is. Left out: the integration branch. */
  readonly task?: string;
}

/** A branch of ours is not where Huddle left it. Says what a person can do, and offers to take it as it is. */
export async function movedFault(workspace: Workspace, { ref, was, task }: Moved): Promise<Fault> {
  const now = (await workspace.resolve(ref)) ?? null;
  const drops = now !== null && was !== null && !(await workspace.isAncestor(was, now));
  const branch = ref.slice("refs/heads/".length);
  const words = [
    `The branch ${branch} was ${now === null ? "removed" : "moved"} outside of Huddle${from(was, now)}.`,
    ...(now === null
      ? []
      : [`To keep what is there now: git branch kept-${branch.replaceAll("/", "-")} ${branch}`]),
    `To move it back: ${moveBack(branch, was)}, then answer yes.`,
    ...(now === null ? [] : [takeWords(task, drops)]),
  ];
  const remedy = {
    kind: "moved" as const,
    ref,
    was,
    now,
    ...(task !== undefined && { task }),
    ...(drops && { drops }),
  };
  return new Fault("branch.moved", words.join("\n"), { remedy });
}

function moveBack(branch: string, was: string | null): string {
  return was === null ? `git branch -D ${branch}` : `git branch -f ${branch} ${was.slice(0, 12)}`;
}

function from(was: string | null, now: string | null): string {
  return [was && ` from ${was.slice(0, 12)}`, now && ` to ${now.slice(0, 12)}`].join("");
}

function takeWords(task: string | undefined, drops: boolean): string {
  const lost = drops ? " It does not hold what Huddle had put there, so that is left out from then on." : "";
  return task === undefined
    ? `To go on from what is there now, answer take.${lost}`
    : `To merge what is there now into ${task}, answer take. It becomes part of the task's one commit.`;
}

/**
 * The commit that a person wants taken from a task's branch, since the step failed: the one they were told about, or
 * their own merge of it with `own`.
 */
export async function takenFrom(
  workspace: Workspace,
  state: State,
  { step, ref, own }: { readonly step: string; readonly ref: string; readonly own: string },
): Promise<string | undefined> {
  const failures = state.failures[step];
  const remedy = failures?.kind === "retried" ? failures.remedy : undefined;
  if (remedy?.kind !== "moved" || remedy.ref !== ref || remedy.now === null) return undefined;
  const now = await workspace.resolve(ref);
  if (now === undefined || now === remedy.now) return remedy.now;
  const holdsBoth = (await workspace.isAncestor(remedy.now, now)) && (await workspace.isAncestor(own, now));
  return holdsBoth ? now : remedy.now;
}

export interface Taking {
  readonly session: string;
  readonly task: string;
  /** What the author wrote, as a commit on top of what was on the branch. */
  readonly own: string;
  readonly taken: string;
  /** Where Huddle left the branch. Null: there was none. */
  readonly was: string | null;
  /** How the task is committed. */
  readonly onto: Pick<CommitInput, "parents" | "author" | "when">;
}

/**
 * Merges what somebody else put on a task's branch with what its author wrote, and moves the branch there. The same
 * input gives the same commit. Undefined: the branch has been moved again.
 */
export async function takeBranch(workspace: Workspace, taking: Taking): Promise<string | undefined> {
  const { session, task, own, taken, onto } = taking;
  // No branch leads to it any more once this has moved on.
  await workspace.hold(commitRef(session, `taken/${task}`), taken);
  const merged = await workspace.merge(own, taken);
  if (merged.conflicts.length > 0) throw conflictFault(taking, merged.conflicts);
  const make = async () => (await workspace.merge(own, taken)).tree;
  const place = { ref: treeRef(session, `task/${task}`), since: own, make };
  const tree = await keptTree(workspace, place, merged.tree);
  const commit = await keptCommit(workspace, commitRef(session, `task/${task}`), {
    ...onto,
    tree,
    message: commitMessage(`Take what was put on the branch of ${task}: ${taken.slice(0, 12)}`, [
      taskTrailer(task),
    ]),
  });
  const move = { ref: taskRef(session, task), to: commit, was: taken };
  return (await moveBranch(workspace, move)) === "moved" ? commit : undefined;
}

/** A merge by hand moves the branch on, so `take` finds another commit there than it did before. */
function conflictFault({ session, task, own, taken, was }: Taking, files: readonly string[]): Fault {
  const ref = taskRef(session, task);
  const branch = ref.slice("refs/heads/".length);
  const words = [
    `What is on the branch of ${task} now conflicts with what its engineer wrote, in ${files.join(", ")}.`,
    `To merge it by hand: git switch --detach ${branch} && git merge ${own.slice(0, 12)}`,
    `Solve the conflicts, commit, and type: git branch -f ${branch} HEAD. Then answer take.`,
    `To leave out what is there now: ${moveBack(branch, was)}, then answer yes.`,
  ];
  return new Fault("merge.conflict", words.join("\n"), {
    remedy: { kind: "moved", ref, was, now: taken, task },
  });
}
