import { type FSWatcher, watch } from "node:fs";
import { isErrno } from "../errno.ts";

const pollMs = 250;

/**
 * Tells waiters that a file may have grown. The operating system says so within a millisecond; where it cannot
 * (no watches left, some network disks) a slow check of the size does. Keeps the process alive only while there
 * are waiters.
 */
export class FileWatch {
  readonly #path: string;
  readonly #hasGrown: () => boolean;
  readonly #waiting = new Map<AbortSignal, { readonly hint: Promise<void>; readonly done: () => void }>();
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `hasGrown`: whether the file holds anything that this process has not read. Its own writes do not count. */
  constructor(path: string, hasGrown: () => boolean) {
    this.#path = path;
    this.#hasGrown = hasGrown;
  }

  /**
   * Resolves at the next hint, or when the signal aborts. A hint may be wrong, so the caller must look. A signal gets
   * one listener, however many wait with it.
   */
  next(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    this.#start();
    const waiting = this.#waiting.get(signal) ?? this.#waitWith(signal);
    return waiting.hint;
  }

  #waitWith(signal: AbortSignal): { readonly hint: Promise<void>; readonly done: () => void } {
    let done = () => {};
    const hint = new Promise<void>((resolve) => {
      done = () => {
        signal.removeEventListener("abort", done);
        this.#waiting.delete(signal);
        if (this.#waiting.size === 0) this.#rest();
        resolve();
      };
    });
    signal.addEventListener("abort", done);
    const waiting = { hint, done };
    this.#waiting.set(signal, waiting);
    return waiting;
  }

  wake(): void {
    for (const { done } of [...this.#waiting.values()]) done();
  }

  close(): void {
    this.#watcher?.close();
    clearInterval(this.#timer);
    this.wake();
  }

  #start(): void {
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#poll(), pollMs);
      this.#watcher = this.#watch();
    }
    this.#timer.ref();
    this.#watcher?.ref();
  }

  #rest(): void {
    this.#timer?.unref();
    this.#watcher?.unref();
  }

  #poll(): void {
    if (this.#hasGrown()) this.wake();
  }

  #watch(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#path, () => this.#poll());
      watcher.on("error", () => watcher.close()); // the slow check goes on
      return watcher;
    } catch (error) {
      if (isErrno(error)) return undefined;
      throw error;
    }
  }
}
