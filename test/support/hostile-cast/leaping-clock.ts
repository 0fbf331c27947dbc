import type { Clock } from "../../../src/core/ports/clock.ts";

/** Time that passes only when somebody waits for it, and then at once. */
export class LeapingClock implements Clock {
  #ms = Date.UTC(2030, 0, 1);

  now(): string {
    return new Date(this.#ms).toISOString();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (!signal.aborted) this.#ms += ms;
  }
}
