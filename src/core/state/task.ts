import type { EventOf } from "../facts/events.ts";
import type { PlannedTask } from "../terms/artifacts.ts";
import type { EffectId, Instant, SeatId, StepKey, TaskId } from "../terms/ids.ts";
import type { TaskState } from "../terms/task-machine.ts";

export interface Task {
  readonly id: TaskId;
  readonly order: number;
  readonly plan: PlannedTask;
  readonly plannedAt: number;
  readonly owner: SeatId | undefined;
  readonly assignedAt: number;
  /** Who would take it, and why. */
  readonly volunteers: readonly { readonly seat: SeatId; readonly why: string }[];
  readonly state: TaskState;
  readonly attempt: number;
  /** Seq of the move into its current state. */
  readonly movedAt: number;
  /** What its author did, in the author's own words. */
  readonly summary: string | undefined;
  /** Why it last came back to its author. */
  readonly feedback: string | undefined;
  /** Its newest checks, and their seq. */
  readonly evidence:
    | { readonly seq: number; readonly results: EventOf<"checks.finished">["results"] }
    | undefined;
  /** The name of its worktree; the workspace knows the path. */
  readonly worktree: string | undefined;
  /** Parents of the task's next commit: the integration head it is based on, and its own last commit. */
  readonly base: string | undefined;
  readonly commit: string | undefined;
  readonly reviews: number;
  readonly landed: { readonly commit: string; readonly was: string; readonly checks: number } | undefined;
}

export interface Effect {
  readonly id: EffectId;
  readonly seq: number;
  readonly at: Instant;
  readonly kind: EventOf<"effect.started">["kind"];
  readonly step: StepKey;
  readonly task?: TaskId;
  readonly input: EventOf<"effect.started">["input"];
  readonly settled?: {
    readonly failed: boolean;
    readonly text: string;
    readonly commit?: string;
    readonly path?: string;
  };
}

/** The state of a step's failure: it waits for its next try, it waits for a person, or a person has sent it on. */
export interface Failures {
  readonly kind: "backing-off" | "stuck" | "retried";
  readonly count: number;
  /** Seq of the fact that made it so. */
  readonly seq: number;
  readonly error: string;
  /** The code of the Fault, if the failure was one. */
  readonly code?: string;
  readonly retryAt?: Instant;
}
