import { exitCodes } from "../exit-codes.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The process, as far as stopping it goes. */
export interface Stoppable {
  on(signal: (typeof signals)[number], listener: () => void): unknown;
  exit(code: number): never;
}

/** The first stop is soft, the second immediate. Until armed, Ctrl-C ends the process as usual. */
export class Stopper {
  readonly #process: Stoppable;
  #stop: AbortController | undefined;
  #isHeld = false;
  #aside: AbortController | undefined;

  constructor(process: Stoppable) {
    this.#process = process;
  }

  arm(): AbortSignal {
    if (!this.#stop) {
      this.#stop = new AbortController();
      for (const signal of signals)
        this.#process.on(signal, () => {
          if (this.#isHeld && signal === "SIGINT") return;
          if (this.#aside && !this.#aside.signal.aborted && signal === "SIGINT") this.#aside.abort();
          else this.interrupt();
        });
    }
    return this.#stop.signal;
  }

  /** While another program has the terminal, Ctrl-C is for that program. */
  async holding<T>(act: () => Promise<T>): Promise<T> {
    this.arm();
    this.#isHeld = true;
    try {
      return await act();
    } finally {
      this.#isHeld = false;
    }
  }

  /** While this goes on beside other work, the first Ctrl-C is for this alone: it aborts the signal that this gets. */
  async beside<T>(act: (stop: AbortSignal) => Promise<T>): Promise<T> {
    const all = this.arm();
    const own = new AbortController();
    this.#aside = own;
    try {
      return await act(AbortSignal.any([all, own.signal]));
    } finally {
      this.#aside = undefined;
    }
  }

  interrupt(): void {
    if (!this.#stop || this.#stop.signal.aborted) this.#process.exit(exitCodes.stopped);
    this.#stop.abort();
  }
}
