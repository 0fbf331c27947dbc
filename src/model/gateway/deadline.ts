import type { Clock } from "../../core/ports/clock.ts";
import type { Allowed } from "./allowed-time.ts";

/** A time limit that was over, in words, and the setting that makes it longer. */
export interface Overdue {
  readonly timeout: string;
  readonly setting: "firstByteSeconds" | "idleSeconds" | "totalSeconds";
}

/**
 * The time one attempt may take. Its signal aborts, always without a reason, when the caller stops or when a time is
 * over; `ended` says which, because the abort does not.
 */
export class Deadline {
  readonly #clock: Clock;
  readonly #allowed: Allowed;
  readonly #stop: AbortSignal;
  readonly #attempt = new AbortController();
  readonly #closed = new AbortController();
  readonly #stopped = () => this.#end("stopped");
  readonly #began: number;
  #last: number;
  #lastWord: number;
  #firstMs: number | undefined;
  #hasByte = false;
  #written = 0;
  #ended: "stopped" | Overdue | undefined;

  constructor(clock: Clock, allowed: Allowed, stop: AbortSignal) {
    this.#clock = clock;
    this.#allowed = allowed;
    this.#stop = stop;
    this.#began = this.#now();
    this.#last = this.#began;
    this.#lastWord = this.#began;
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

  get ended(): "stopped" | Overdue | undefined {
    return this.#ended;
  }

  /** How long it has taken: to the first word, if there was one, and until now. */
  get took(): { readonly firstMs: number; readonly ms: number } | undefined {
    return this.#firstMs === undefined
      ? undefined
      : { firstMs: this.#firstMs, ms: Math.max(this.#firstMs, this.#now() - this.#began) };
  }

  /** Something arrived, even if only a sign of life. */
  alive(): void {
    this.#hasByte = true;
    this.#last = this.#now();
  }

  /** So many characters of the reply arrived: words, reasoning or a call. */
  wrote(characters: number): void {
    if (characters <= 0) return;
    this.#written += characters;
    this.#lastWord = this.#now();
    this.#firstMs ??= Math.max(0, this.#now() - this.#began);
  }

  /** The attempt is over, however it went. Stops what is still running. */
  close(): void {
    this.#stop.removeEventListener("abort", this.#stopped);
    this.#closed.abort();
    this.#attempt.abort();
  }

  async #watchSilence(): Promise<void> {
    const { firstByteMs, idleMs } = this.#allowed;
    while (!this.#closed.signal.aborted) {
      const begun = this.#hasByte;
      const allowed = begun ? idleMs : firstByteMs;
      const left = this.#last + allowed - this.#now();
      if (left <= 0) {
        const what = begun ? "fell silent in the middle of its reply" : "sent no answer";
        const setting = begun ? "idleSeconds" : "firstByteSeconds";
        this.#end({ timeout: `${what} for ${duration(allowed)}`, setting });
        return;
      }
      // The first byte shortens the time allowed, so a long wait for it checks now and then.
      await this.#clock.sleep(Math.max(1, Math.min(left, idleMs)), this.#closed.signal);
    }
  }

  /** The whole time follows what has been written, so it is computed again whenever it seems to be over. */
  async #watchWhole(): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const writing = this.#firstMs === undefined ? 0 : this.#now() - this.#began - this.#firstMs;
      const soFar = { characters: this.#written, firstMs: this.#firstMs ?? 0, writingMs: writing };
      const whole = this.#allowed.totalMs(soFar);
      const left = this.#began + whole - this.#now();
      const wordless = this.#lastWord + this.#allowed.wordlessMs - this.#now();
      const setting = "totalSeconds";
      if (left <= 0) return this.#end({ timeout: `did not finish within ${duration(whole)}`, setting });
      if (wordless <= 0)
        return this.#end({
          timeout: `sent signs of life, but no word, for ${duration(this.#allowed.wordlessMs)}`,
          setting,
        });
      await this.#clock.sleep(Math.min(left, wordless), this.#closed.signal);
    }
  }

  #end(how: "stopped" | Overdue): void {
    if (this.#ended !== undefined || this.#closed.signal.aborted) return;
    this.#ended = how;
    this.#attempt.abort();
  }

  #now(): number {
    return Date.parse(this.#clock.now());
  }
}

function duration(ms: number): string {
  return ms < 600_000 ? `${Math.round(ms / 100) / 10} s` : `${Math.round(ms / 60_000)} min`;
}
