import type { Draft, Fact, Refusal } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { StepKey } from "../terms/ids.ts";

/**
 * Makes the events of one append from the state at the head. May run again when another line won.
 * `undefined` says that it is already so and nothing is to be written.
 */
export type Build = (at: State, first: number) => readonly [Draft, ...Draft[]] | Refusal | undefined;

export type Appending =
  | { readonly kind: "done"; readonly facts: readonly Fact[]; readonly state: State }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "nothing" };

export interface Journal {
  /** What the log said when it was last read by this process. */
  state(): State;
  /** Compare-and-set at the head of the log, also between processes. */
  append(build: Build): Promise<Appending>;
  /** The same journal; its facts carry the step. */
  as(step: StepKey): Journal;
  /** The same journal; its facts carry the fence, and are refused once a later runner has started. */
  fenced(fence: number): Journal;
  /** Counted facts from `from` on, up to the head as it is now. */
  read(from: number): AsyncIterable<Fact>;
  /** Counted facts from `from` on, and then as they come, until the signal aborts. */
  follow(from: number, signal: AbortSignal): AsyncIterable<Fact>;
  /** Resolves as soon as the head is beyond `head`, or when the signal aborts. Sees other processes' facts. */
  moved(head: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
