import { type Draft, factVersion } from "../core/facts/fact.ts";
import { fold } from "../core/fold/fold.ts";
import type { State } from "../core/state/state.ts";
import type { Instant } from "../core/terms/ids.ts";

/** Collects the facts of one append, with the state as it will be after the last of them. */
export class Batch {
  readonly #first: number;
  readonly #now: Instant;
  readonly #drafts: Draft[] = [];
  #state: State;
  #folded = 0;

  constructor(at: State, first: number, now: Instant) {
    this.#state = at;
    this.#first = first;
    this.#now = now;
  }

  /** The seq of the next fact that is added. */
  get next(): number {
    return this.#first + this.#drafts.length;
  }

  get at(): State {
    for (const draft of this.#drafts.slice(this.#folded)) {
      const seq = this.#first + this.#folded++;
      this.#state = fold(this.#state, { seq, prev: "", at: this.#now, v: factVersion, ...draft });
    }
    return this.#state;
  }

  add(...drafts: readonly Draft[]): void {
    this.#drafts.push(...drafts);
  }

  get drafts(): readonly [Draft, ...Draft[]] {
    const [first, ...rest] = this.#drafts;
    if (!first) throw new Error("an append without a fact");
    return [first, ...rest];
  }
}
