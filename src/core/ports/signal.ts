import type { Instant } from "../terms/ids.ts";

/** Whose words: the thread, the number of the ask in it, and who speaks. */
interface Spoken {
  readonly thread: string;
  readonly ask: number;
  readonly seat: string;
}

/** What is happening now. Never logged; carried to viewers, and lost without harm. */
export type Signal =
  | (Spoken & { readonly type: "ask.began" })
  | (Spoken & { readonly type: "text.delta"; readonly text: string })
  | (Spoken & { readonly type: "reasoning.delta"; readonly text: string })
  | (Spoken & { readonly type: "call.began"; readonly tool: string })
  | (Spoken & { readonly type: "ask.ended" })
  /** The request is held back, before it is sent. `until` is left out when nobody knows. */
  | (Spoken & { readonly type: "model.waiting"; readonly why: string; readonly until?: Instant });

/** A signal on its way to those who watch. The log stood at `after` when it was given: the facts up to there came before it. */
export interface Emitted {
  readonly after: number;
  readonly signal: Signal;
}
