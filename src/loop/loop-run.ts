import type { EventOf } from "../core/facts/events.ts";
import type { Draft, Refusal } from "../core/facts/fact.ts";
import type { Risk } from "../core/permits/approval-schema.ts";
import type { Charter } from "../core/prompt/charter.ts";
import type { State } from "../core/state/state.ts";
import type { PauseRequest } from "../core/state/thread.ts";
import type { LoopId } from "../core/terms/ids.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { GeneralTool, Planned, TerminalTool, ToolContext } from "../core/work/tool.ts";
import type { Outcome, Said } from "./outcome.ts";

/** What a call is about to do, before it begins. */
export type Intended =
  | { readonly action: "write"; readonly planned: readonly Planned[] }
  | { readonly action: "command"; readonly command: string };

export type Gate =
  | { readonly kind: "allowed" }
  | { readonly kind: "denied"; readonly reason: string }
  | { readonly kind: "asks"; readonly why: string; readonly risk: Risk };

/** The caller's part of a pause: whom the question is for, and what else stands in the append that pauses. */
export interface Pausing {
  readonly asked: Pick<EventOf<"question.asked">, "to" | "task" | "dueAt">;
  readonly drafts: readonly Draft[];
}

/** Everything one run of a loop works with. The loop neither owns nor changes any of it. */
export interface LoopRun<T> {
  readonly loop: LoopId;
  readonly context: StepContext;
  readonly charter: Charter;
  /** The offered tools that this speaker may use. */
  readonly tools: readonly GeneralTool[];
  /** Exactly one, by type. */
  readonly terminal: TerminalTool<T>;
  readonly hands: ToolContext;
  /** Called at a limit that the caller named: once at the soft one, and at the hard one before the loop ends. */
  onLimit?(reached: {
    readonly which: "soft" | "hard";
    readonly key: string;
    readonly asks: number;
  }): void | Promise<void>;
  /** In a discussion: the fact that gives everybody the words with which the loop ends or pauses. */
  saying?(said: Said): Draft;
  /**
   * What a question of this conversation means to the caller; `first` is the seq of the first of its drafts. A refusal
   * is the call's result: it may not ask now. Left out: a person is asked, and nothing else follows.
   */
  pausing?(request: PauseRequest, at: State, first: number): Pausing | Refusal;
  /** Whether a call may do this, or needs a person's yes. Left out: it may. */
  gate?(intended: Intended): Gate | Promise<Gate>;
  /** What the author should know about paths that were just written, beside the tool's own words. May be empty. */
  written?(paths: readonly string[]): Promise<string>;
  /**
   * The caller's events for the same append that closes the loop; `first` is the seq of the first of them.
   * A pause, a stop or a spent budget closes nothing and gets none: the loop stays open. See `pausing`.
   */
  closing(outcome: Outcome<T>, at: State, first: number): readonly Draft[];
}
