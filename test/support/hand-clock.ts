import type { Clock } from "../../src/core/ports/clock.ts";

/** A clock that a test moves by hand. Whoever sleeps wakes when the hand passes. */
export class HandClock implements Clock {
  #now: number;
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  constructor(start = "2030-01-01T00:00:00.000Z") {
    this.#now = Date.parse(start);
  }

  now(): string {
    return new Date(this.#now).toISOString();
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at: this.#now + ms, wake };
      const clock = this;
      this.#sleepers.push(sleeper);
      signal.addEventListener("abort", wake);
      function wake(): void {
        signal.removeEventListener("abort", wake);
        clock.#sleepers = clock.#sleepers.filter((other) => other !== sleeper);
        resolve();
      }
    });
  }

  /** Moves the hand, and lets everybody who wakes do what they do. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await settled();
    for (;;) {
      const next = this.#sleepers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await settled();
    }
    this.#now = until;
  }
}

/** All that can go on without time does. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
