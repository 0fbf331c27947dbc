import { type Fact, factVersion } from "../../core/facts/fact.ts";
import { fold } from "../../core/fold/fold.ts";
import type { Appending, Build, Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant, StepKey } from "../../core/terms/ids.ts";

/** Takes what would be written on a copy of the state. Nothing reaches the log or another process. */
export class DryJournal implements Journal {
  readonly #copy: { state: State; readonly facts: Fact[] };
  readonly #now: Instant;
  readonly #step: StepKey | undefined;

  private constructor(copy: { state: State; readonly facts: Fact[] }, now: Instant, step?: StepKey) {
    this.#copy = copy;
    this.#now = now;
    this.#step = step;
  }

  static of(state: State, now: Instant): DryJournal {
    return new DryJournal({ state, facts: [] }, now);
  }

  state(): State {
    return this.#copy.state;
  }

  /** Everything that would have been written so far. */
  facts(): readonly Fact[] {
    return this.#copy.facts;
  }

  async append(build: Build): Promise<Appending> {
    const first = this.#copy.state.head + 1;
    const built = build(this.#copy.state, first);
    if (built === undefined) return { kind: "nothing" };
    if ("refused" in built) return { kind: "refused", why: built.refused };
    const step = this.#step === undefined ? {} : { step: this.#step };
    const facts = built.map(
      ({ actor, event }, index): Fact => ({
        seq: first + index,
        prev: "",
        at: this.#now,
        v: factVersion,
        actor,
        ...step,
        event,
      }),
    );
    for (const fact of facts) this.#copy.state = fold(this.#copy.state, fact);
    this.#copy.facts.push(...facts);
    return { kind: "done", facts, state: this.#copy.state };
  }

  as(step: StepKey): DryJournal {
    return new DryJournal(this.#copy, this.#now, step);
  }

  fenced(): DryJournal {
    return this;
  }

  async *read(from: number): AsyncIterable<Fact> {
    yield* this.#copy.facts.filter((fact) => fact.seq >= from);
  }

  follow(from: number): AsyncIterable<Fact> {
    return this.read(from);
  }

  async moved(): Promise<void> {}

  async close(): Promise<void> {}
}
