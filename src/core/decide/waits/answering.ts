import type { Draft, Refusal } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { CanUseTools } from "../../terms/policy.ts";

/** What an answer can see: the state at the head of the log, inside the append that records the answer. */
export interface Answering<W, A> {
  readonly wait: W;
  readonly answer: A;
  readonly at: State;
  /** Seq of the first fact that the answer appends. */
  readonly first: number;
  /** Left out: nothing is known about models. */
  readonly canUseTools?: CanUseTools;
}

/** What an answer appends, or why it cannot be given. */
export type Answered = readonly [Draft, ...Draft[]] | Refusal;
