import type { Frame } from "../core/views/rows/frame.ts";

/** At most thirty frames a second, and after a key sooner. */
const frameMs = 33;
const keyMs = 8;

/** The newest frame, computed when something has changed, but not for every change. */
export class FrameSource {
  readonly #compute: () => Frame;
  readonly #now: () => number;
  #frame: Frame = { rows: [] };
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = 0;
  #listeners: readonly (() => void)[] = [];
  #isHeld = false;

  /** `now`: milliseconds by any clock that only goes on. */
  constructor(compute: () => Frame, now: () => number) {
    this.#compute = compute;
    this.#now = now;
  }

  readonly get = (): Frame => this.#frame;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  };

  changed(atOnce: boolean): void {
    const now = this.#now();
    const due = Math.max(now, this.#last + (atOnce ? keyMs : frameMs));
    if (this.#timer !== undefined && this.#dueMs <= due) return;
    clearTimeout(this.#timer);
    this.#dueMs = due;
    this.#timer = setTimeout(() => this.draw(), due - now);
  }

  draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isHeld) return;
    this.#last = this.#now();
    this.#frame = this.#compute();
    for (const listener of this.#listeners) listener();
  }

  /** Draws nothing until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.draw();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isHeld = true;
  }
}
