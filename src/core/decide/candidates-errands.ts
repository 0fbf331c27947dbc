import type { State } from "../state/state.ts";
import type { Task } from "../state/task.ts";
import { type Candidate, worktree } from "./step.ts";

/**
 * What a person asked for beside the team's work: to hand over, to take that back, to catch up with another branch, to take a task back. A
 * command can do it alone, without going on with anything else.
 */
export function errandCandidates({ session, tasks }: State): readonly Candidate[] {
  const { shipping, undoing, syncing } = session;
  const claims = ["landing"];
  return [
    ...Object.values(tasks).flatMap(revertOf),
    ...(shipping
      ? [{ since: shipping.seq, step: { kind: "ship", key: `ship@${shipping.seq}`, claims } as const }]
      : []),
    ...(undoing
      ? [{ since: undoing.seq, step: { kind: "undo", key: `undo@${undoing.seq}`, claims } as const }]
      : []),
    ...(syncing
      ? [{ since: syncing.seq, step: { kind: "sync", key: `sync@${syncing.seq}`, claims } as const }]
      : []),
  ];
}

function revertOf(task: Task): readonly Candidate[] {
  const { id, reverting } = task;
  if (reverting === undefined) return [];
  const claims = [worktree(task), "landing"];
  return [{ since: reverting, step: { kind: "revert", key: `revert/${id}@${reverting}`, claims, task: id } }];
}

const errands: ReadonlySet<string> = new Set(["ship", "undo", "sync", "revert"]);

export function isErrand({ step }: Candidate): boolean {
  return isErrandKind(step.kind);
}

/** Of a step, or of what a step does outside the log. */
export function isErrandKind(kind: string): boolean {
  return errands.has(kind);
}

/** The command that drives the session was typed for an errand, so it leaves the rest to a run. */
export function isOnErrand({ runner }: State): boolean {
  return runner?.mode === "ship" && runner.stopped === undefined;
}
