import type { Size } from "../facts/events.ts";
import type { Claim, Instant, SeatId, StepKey, TaskId, WaitId } from "../terms/ids.ts";
import type { ArtifactKind, Phase } from "../terms/phase.ts";

interface Base {
  /** Made from the log alone. Does not change through facts its own step writes until the closing append. */
  readonly key: StepKey;
  /** What no two wanted steps may hold at once: a seat's mouth, a worktree, the landing place. */
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
  | (Base & { readonly kind: "dispatch"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "setup"; readonly task: TaskId })
  | (Base & { readonly kind: "coding"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "testing"; readonly task: TaskId })
  | (Base & { readonly kind: "review"; readonly task: TaskId; readonly seat: SeatId })
  | (Base & { readonly kind: "land"; readonly task: TaskId })
  | (Base & { readonly kind: "ship" });

/** A step that could run, and the seq of the fact that made it so. */
export interface Candidate {
  readonly step: Step;
  readonly since: number;
  /** Keeps its claims but does not run: it failed and waits for its next try. */
  readonly resting?: boolean;
}

/** Something that waits for the person: one item of the inbox. */
export type Wait =
  | {
      readonly kind: "question";
      readonly id: WaitId;
      readonly since: number;
      readonly from: SeatId;
      readonly text: string;
      readonly options: readonly string[];
      readonly thread: string;
    }
  | {
      readonly kind: "accept";
      readonly id: WaitId;
      readonly since: number;
      readonly artifact: ArtifactKind;
      readonly phase: Phase;
      readonly version: number;
    }
  | {
      readonly kind: "stuck";
      readonly id: WaitId;
      readonly since: number;
      readonly step: StepKey;
      readonly error: string;
      /** Code of the Fault it was, if it was one. */
      readonly code?: string;
    }
  | {
      readonly kind: "budget";
      readonly id: WaitId;
      readonly since: number;
      /** Whose budget: `session`, `task:t3`, `seat:ada`. */
      readonly scope: string;
      /** Which part of it is used up. */
      readonly unit?: "money" | "tokens";
      readonly why: string;
    }
  | {
      readonly kind: "limit";
      readonly id: WaitId;
      readonly since: number;
      /** The turns are used up, nothing was settled for some rounds, or everybody passes. */
      readonly why: "turns" | "stalled" | "silence";
      readonly phase: Phase;
      readonly turns: number;
    }
  | {
      readonly kind: "size";
      readonly id: WaitId;
      readonly since: number;
      readonly size: Size;
      readonly tasks: number;
      readonly why: string;
    }
  | {
      readonly kind: "assign";
      readonly id: WaitId;
      readonly since: number;
      readonly tasks: readonly TaskId[];
    }
  | { readonly kind: "ship"; readonly id: WaitId; readonly since: number };

export type Ending =
  | { readonly kind: "finished"; readonly why: string }
  | { readonly kind: "waiting"; readonly why: string }
  | { readonly kind: "reached"; readonly why: string }
  | { readonly kind: "over-budget"; readonly why: string }
  | { readonly kind: "failed"; readonly why: string };

export interface Decided {
  /** All that is wanted now, in the order in which it became runnable. */
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  /** When to look again even if nothing happens. */
  readonly wakeAt?: Instant;
  /** Set when nothing is wanted and nothing will be without a person. */
  readonly ending?: Ending;
}
