import type { Task } from "../state/task.ts";
import type { Claim, Instant, QuestionId, SeatId, StepKey, TaskId, ThreadId, WaitId } from "../terms/ids.ts";
import type { ArtifactKind, Phase } from "../terms/phase.ts";
import type { Wait } from "./waits/wait.ts";

interface Base {
  /** Made from the log alone. Facts that the step itself writes do not change it before the closing append. */
  readonly key: StepKey;
  /** Resources that no two wanted steps may hold at once: a seat's mouth, a worktree, the landing place. */
  readonly claims: readonly Claim[];
}

export type Step =
  | (Base & { readonly kind: "enter-phase"; readonly phase: Phase; readonly visit: number })
  | (Base & { readonly kind: "turn"; readonly seat: SeatId; readonly round: number })
  | (Base & { readonly kind: "architect"; readonly seat: SeatId; readonly round: number })
  | (Base & { readonly kind: "coach"; readonly seat: SeatId; readonly round: number })
  | (Base & { readonly kind: "sizing"; readonly seat: SeatId })
  | (Base & { readonly kind: "volunteer"; readonly seat: SeatId })
  | (Base & {
      readonly kind: "artifact";
      readonly seat: SeatId;
      readonly artifact: ArtifactKind;
      readonly version: number;
    })
  | (Base & { readonly kind: "baseline" })
  | (Base & { readonly kind: "dispatch"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "setup"; readonly task: TaskId })
  /** The author of a task says how it will go about it. */
  | (Base & { readonly kind: "planning"; readonly task: TaskId; readonly seat: SeatId })
  /** Somebody else judges that, or the claim that the task is done already. */
  | (Base & { readonly kind: "judge"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "coding"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "testing"; readonly task: TaskId })
  | (Base & { readonly kind: "review"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "prepare"; readonly task: TaskId })
  /** The architect says how a task goes on that used up its rounds or requests. */
  | (Base & {
      readonly kind: "budget-review";
      readonly task: TaskId;
      readonly seat: SeatId;
      readonly thread: ThreadId;
    })
  /** The architect writes a task in other words. */
  | (Base & {
      readonly kind: "rewrite";
      readonly task: TaskId;
      readonly seat: SeatId;
      readonly thread: ThreadId;
    })
  /** The architect divides a task into smaller ones. */
  | (Base & {
      readonly kind: "split";
      readonly task: TaskId;
      readonly seat: SeatId;
      readonly thread: ThreadId;
    })
  /** A task ends or starts afresh without anybody being asked. */
  | (Base & { readonly kind: "give-up"; readonly task: TaskId })
  | (Base & { readonly kind: "land"; readonly task: TaskId })
  | (Base & { readonly kind: "cancel"; readonly task: TaskId })
  /** A task goes back to its author with a person's comment. */
  | (Base & { readonly kind: "comment"; readonly task: TaskId })
  /** A person takes a task over. */
  | (Base & { readonly kind: "hold"; readonly task: TaskId })
  /** A member answers what the author of a task asks. */
  | (Base & {
      readonly kind: "answer";
      readonly task: TaskId;
      readonly seat: SeatId;
      readonly question: QuestionId;
    })
  /** A person was not there in time: an approval or a question is settled without one. */
  | (Base & { readonly kind: "expire"; readonly wait: WaitId; readonly dueAt: Instant })
  | (Base & { readonly kind: "ship" })
  /** What has landed of a task is taken back. */
  | (Base & { readonly kind: "revert"; readonly task: TaskId })
  /** What was shipped last is taken back. */
  | (Base & { readonly kind: "undo" })
  /** The branch that the work began from has moved on, and is merged in. */
  | (Base & { readonly kind: "sync" });

/** A step that could run, and the seq of the fact that made it so. */
export interface Candidate {
  readonly step: Step;
  readonly since: number;
  /** Keeps its claims but does not run: it failed and waits for its next try. */
  readonly resting?: boolean;
}

export type Ending =
  | { readonly kind: "finished"; readonly why: string }
  /** `endsBy`: when the last of what waits has ended by itself. Left out: some of it does not. */
  | { readonly kind: "waiting"; readonly why: string; readonly endsBy?: Instant }
  | { readonly kind: "reached"; readonly why: string }
  | { readonly kind: "over-budget"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

export interface Decided {
  /** Everything that is wanted now, in the order in which it became runnable. */
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  /** When to look again even if nothing happens. */
  readonly wakeAt?: Instant;
  /** Set when nothing is wanted, and nothing will be until a person acts or, if `wakeAt` is set, a long time has passed. */
  readonly ending?: Ending;
}

/** `task/t3/2/CODING@412`: the task, its attempt, its state, and the seq of the move into it. */
export function keyOf({ id, attempt, state, movedAt }: Task): StepKey {
  return `task/${id}/${attempt}/${state}@${movedAt}`;
}

export function worktree({ id }: Task): Claim {
  return `worktree:${id}`;
}
