import type { Clock } from "../../core/ports/clock.ts";
import type { Limits } from "../endpoint.ts";

type Times = Pick<Limits, "firstByteMs" | "idleMs" | "totalMs">;

/**
 * The time one attempt may take. Its signal aborts, always without a reason, when the caller stops or when a time is
 * over; `ended` says which, because the abort does not.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #times: Times;
  readonly #stop: AbortSignal;
  readonly #attempt = new AbortController();
  readonly #closed = new AbortController();
  readonly #stopped = () => this.#end("stopped");
  #last: number;
  #begun = false;
  #ended: "stopped" | { readonly timeout: string } | undefined;

  constructor(clock: Clock, times: Times, stop: AbortSignal) {
    this.#clock = clock;
    this.#times = times;
    this.#stop = stop;
    this.#last = this.#now();
    if (stop.aborted) this.#stopped();
    else {
      stop.addEventListener("abort", this.#stopped);
      void this.#watchSilence();
      void this.#watchWhole();
    }
  }

  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  get ended(): "stopped" | { readonly timeout: string } | undefined {
    return this.#ended;
  }

  /** Something arrived, even if only a sign of life. */
  alive(): void {
    this.#begun = true;
    this.#last = this.#now();
  }

  /** The attempt is over, however it went. Stops what is still running. */
  close(): void {
    this.#stop.removeEventListener("abort", this.#stopped);
    this.#closed.abort();
    this.#attempt.abort();
  }

  async #watchSilence(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const begun = this.#begun;
      const allowed = begun ? this.#times.idleMs : this.#times.firstByteMs;
      const left = this.#last + allowed - this.#now();
      if (left <= 0 && begun === this.#begun) {
        const what = begun ? "fell silent in the middle of its reply" : "sent no answer";
        this.#end({ timeout: `${what} for ${seconds(allowed)}` });
        return;
      }
      // The first byte shortens the time allowed, so a long wait for it checks now and then.
      await this.#clock.sleep(Math.max(1, Math.min(left, this.#times.idleMs)), this.#closed.signal);
    }
  }

  async #watchWhole(): Promise<void> {
    await this.#clock.sleep(this.#times.totalMs, this.#closed.signal);
    if (!this.#closed.signal.aborted)
      this.#end({ timeout: `did not finish within ${seconds(this.#times.totalMs)}` });
  }

  #end(how: "stopped" | { readonly timeout: string }): void {
    if (this.#ended !== undefined || this.#closed.signal.aborted) return;
    this.#ended = how;
    this.#attempt.abort();
  }

  #now(): number {
    return Date.parse(this.#clock.now());
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
