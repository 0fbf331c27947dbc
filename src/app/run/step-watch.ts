import type { Clock } from "../../core/ports/clock.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { isTooSilent, noSilence, silenceAfter, silenceGrown } from "../../core/work/silence.ts";

/** Notices that nothing is heard of a running step any more: neither a fact nor a signal. */
export class StepWatch {
  readonly #clock: Clock;
  readonly #ended = new AbortController();
  #silence = noSilence;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Aborts when the step has been silent for too long. It is told to nothing that ends cleanly by itself. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** So much time has passed for this process. */
  passed(ms: number): void {
    this.#silence = silenceGrown(this.#silence, ms);
    if (isTooSilent(this.#silence)) this.#ended.abort();
  }

  signalled(signal: Signal): void {
    this.#silence = silenceAfter(signal, this.#clock.now());
  }

  /** The journal of the step: what it appends is heard. */
  hearing(journal: Journal): Journal {
    return {
      state: () => journal.state(),
      append: async (build) => {
        const appended = await journal.append(build);
        if (appended.kind === "done") this.#silence = noSilence;
        return appended;
      },
      as: (step) => journal.as(step),
      fenced: (fence) => journal.fenced(fence),
      read: (from) => journal.read(from),
      follow: (from, signal) => journal.follow(from, signal),
      moved: (head, signal) => journal.moved(head, signal),
      close: () => journal.close(),
    };
  }
}
