import type { Instant, StepKey, TaskId } from "../terms/ids.ts";

/** Whose words: the thread, the number of the ask in it, and who speaks. */
interface Spoken {
  readonly thread: string;
  readonly ask: number;
  readonly seat: string;
}

/** Something that a command or a check of a step has printed: whole lines, without keys and control characters. */
export interface Printed {
  readonly command: string;
  /** Which command of the step it is, from 1. */
  readonly run: number;
  readonly text: string;
  /** It has begun and ends within this time, even if it prints nothing; the text is empty. */
  readonly withinMs?: number;
  /** It waits until others have ended; the text is empty. */
  readonly waits?: true;
  /** It prints nothing more; the text is empty. */
  readonly ended?: true;
}

/** What is happening now. Never logged; viewers get it, and losing it does no harm. */
export type Signal =
  /** `withinMs`: how long the model may say nothing before the request is given up. */
  | (Spoken & { readonly type: "ask.began"; readonly withinMs?: number })
  | (Spoken & { readonly type: "text.delta"; readonly text: string })
  | (Spoken & { readonly type: "reasoning.delta"; readonly text: string })
  | (Spoken & { readonly type: "call.began"; readonly tool: string })
  /** More of a call's arguments has arrived: so many characters. */
  | (Spoken & { readonly type: "call.delta"; readonly length: number })
  | (Spoken & { readonly type: "ask.ended" })
  /** The request is held back before it is sent. `until` is left out if it is unknown. */
  | (Spoken & { readonly type: "model.waiting"; readonly why: string; readonly until?: Instant })
  | (Printed & { readonly type: "run.printed"; readonly step: StepKey; readonly task?: TaskId });

/**
 * A signal on its way to viewers. `after` is the head of the log when it was sent: the facts up to there came before
 * it.
 */
export interface Emitted {
  readonly after: number;
  readonly signal: Signal;
  /** It was said before this viewer came: the end of what a running command has printed so far. */
  readonly kept?: true;
}
