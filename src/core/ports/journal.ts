import type { Draft, Fact, Refusal } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { StepKey } from "../terms/ids.ts";

/**
 * Makes the events of one append from the state at the head. May run again if another line came first. `undefined`
 * means that nothing needs to be written, because it is already so.
 */
export type Build = (at: State, first: number) => readonly [Draft, ...Draft[]] | Refusal | undefined;

export type Appending =
  | { readonly kind: "done"; readonly facts: readonly Fact[]; readonly state: State }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "nothing" };

export interface Journal {
  /** What the log said when this process last read it. */
  state(): State;
  /** Compare-and-set at the head of the log, also between processes. */
  append(build: Build): Promise<Appending>;
  /** The same journal, with this step in its facts. */
  as(step: StepKey): Journal;
  /** The same journal, with this fence in its facts. The log refuses them once a later runner has started. */
  fenced(fence: number): Journal;
  /** Counted facts from `from` on, up to the current head. */
  read(from: number): AsyncIterable<Fact>;
  /** Counted facts from `from` on, including new ones, until the signal aborts. */
  follow(from: number, signal: AbortSignal): AsyncIterable<Fact>;
  /**
   * Resolves when the head is beyond `head`, or when the signal aborts. Sees facts of other processes. Rejects when the
   * journal is closed: whoever waits in a loop would otherwise never let anything else run.
   */
  moved(head: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
