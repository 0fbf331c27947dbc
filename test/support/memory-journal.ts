import { teamEventSchema } from "../../src/core/facts/events.ts";
import { type Fact, factVersion } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Appending, Build, Journal } from "../../src/core/ports/journal.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import type { StepKey } from "../../src/core/terms/ids.ts";

/** A log in memory, with everything of the file log that its users can see: validation, fences, batches, followers. */
export class MemoryLog {
  readonly facts: Fact[] = [];
  state: State = emptyState;
  readonly now: () => string;
  /** Called before each append: may fail it, or let somebody else write first. */
  before: (() => Promise<void> | void) | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(now: () => string) {
    this.now = now;
  }

  journal(): Journal {
    return new MemoryJournal(this, {});
  }

  async append(build: Build, mark: Mark): Promise<Appending> {
    await this.before?.();
    if (mark.fence !== undefined && this.state.fence > mark.fence)
      return { kind: "refused", why: "A later runner has taken this session over." };
    const first = this.state.head + 1;
    const built = build(this.state, first);
    if (built === undefined) return { kind: "nothing" };
    if ("refused" in built) return { kind: "refused", why: built.refused };
    const at = this.now();
    const facts = built.map(({ actor, event }, index): Fact => {
      const checked = teamEventSchema.safeParse(event);
      if (!checked.success)
        throw new Error(`"${event.type}" does not fit its schema: ${checked.error.message}`);
      const more = index < built.length - 1 && ({ more: true } as const);
      const fact = { seq: first + index, prev: "", at, v: factVersion, actor, ...mark, ...more, event };
      return JSON.parse(JSON.stringify(fact)) as Fact; // it was a fact before it was text
    });
    for (const fact of facts) {
      this.facts.push(fact);
      this.state = fold(this.state, fact);
    }
    for (const wake of this.#waiting) wake();
    return { kind: "done", facts, state: this.state };
  }

  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }

  types(from = 1): readonly string[] {
    return this.facts.slice(from - 1).map(({ event }) => event.type);
  }
}

interface Mark {
  readonly step?: StepKey;
  readonly fence?: number;
}

class MemoryJournal implements Journal {
  readonly #log: MemoryLog;
  readonly #mark: Mark;

  constructor(log: MemoryLog, mark: Mark) {
    this.#log = log;
    this.#mark = mark;
  }

  state(): State {
    return this.#log.state;
  }

  append(build: Build): Promise<Appending> {
    return this.#log.append(build, this.#mark);
  }

  as(step: StepKey): Journal {
    return new MemoryJournal(this.#log, { ...this.#mark, step });
  }

  fenced(fence: number): Journal {
    return new MemoryJournal(this.#log, { ...this.#mark, fence });
  }

  async *read(from: number): AsyncIterable<Fact> {
    yield* this.#log.facts.slice(from - 1);
  }

  async *follow(from: number, signal: AbortSignal): AsyncIterable<Fact> {
    for (let next = from; !signal.aborted; ) {
      const fact = this.#log.facts[next - 1];
      if (fact) {
        yield fact;
        next++;
      } else await this.#log.changed(signal);
    }
  }

  async moved(head: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#log.state.head <= head) await this.#log.changed(signal);
  }

  async close(): Promise<void> {}
}
