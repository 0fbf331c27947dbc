import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { type Start, scriptOf } from "./shell-script.ts";
import { UntilMark } from "./until-mark.ts";

export interface ShellEnd {
  /** Null: a signal ended it. */
  readonly exit: number | null;
  readonly bytes: Buffer;
  readonly said: Buffer;
  /** It printed more than `most` bytes. */
  readonly cut: boolean;
}

export interface ShellRun {
  readonly signal?: AbortSignal | undefined;
  /** Ends a program that prints more bytes than this. */
  readonly most: number;
}

interface Call {
  readonly out: UntilMark;
  readonly said: UntilMark;
  readonly ended: (exit: number | null) => void;
}

const graceMs = 3000;
const mostSaid = 64 * 1024;
/** A shell adds 128 to the number of the signal that ended a program. 129 is also git's answer to a wrong option. */
const bySignal = { from: 130, to: 192 };

/**
 * A shell that starts one program after another for this process. To start one itself, a process is copied first, which
 * takes the longer the more memory it has, and nothing else happens meanwhile. A shell has next to none.
 *
 * The shell ends when this process is gone, and keeps it from ending only while a program runs.
 */
export class SmallShell {
  readonly #child: ChildProcess;
  readonly #pipes: readonly Socket[];
  #call: Call | undefined;
  #isOpen = true;

  private constructor(child: ChildProcess, closed: () => void) {
    this.#child = child;
    const [input, , , out, said] = child.stdio;
    this.#pipes = [input, out, said] as Socket[]; // the pipes of a child are sockets, although their type does not say so
    out?.on("data", (piece: Buffer) => this.#hear("out", piece));
    said?.on("data", (piece: Buffer) => this.#hear("said", piece));
    // The shell may be gone in this moment; then it closes.
    for (const pipe of this.#pipes) pipe.on("error", () => {});
    child.on("error", () => {});
    child.on("close", () => {
      this.#isOpen = false;
      closed();
      this.#call?.ended(null);
    });
    this.#hold(false);
  }

  /** Undefined: there is none to be had now. `closed`: it is gone, whatever the reason. */
  static open(closed: () => void): SmallShell | undefined {
    // A group of its own: Ctrl-C in the terminal does not tear what it starts, and an abort reaches all of it.
    const child = spawn("/bin/sh", ["-s"], {
      cwd: "/",
      env: {},
      detached: true,
      stdio: ["pipe", "ignore", "ignore", "pipe", "pipe"],
    });
    if (child.pid !== undefined) return new SmallShell(child, closed);
    child.on("error", () => {});
    return undefined;
  }

  /** It can start a program. */
  get isFree(): boolean {
    return this.#isOpen && this.#call === undefined;
  }

  /**
   * Only for a free shell. The signal ends the program and all it has started; the promise settles when it is gone.
   * Undefined: it did not start, so nothing happened.
   *
   * A program must not leave another behind that prints later: that would get into what the next program prints.
   */
  async run(start: Start, { signal, most }: ShellRun): Promise<ShellEnd | undefined> {
    const mark = randomBytes(16).toString("hex");
    const script = scriptOf(start, mark);
    if (script === undefined) return undefined;
    const [out, said] = [new UntilMark(mark, most), new UntilMark(mark, mostSaid)];
    const ending = new Promise<number | null>((ended) => {
      this.#call = { out, said, ended };
    });
    const stopping = this.#stopOn(signal);
    this.#hold(true);
    this.#child.stdin?.write(script);
    const exit = await ending;
    stopping.over();
    this.#call = undefined;
    this.#hold(false);
    if (exit === 126 || exit === 127) return undefined;
    const isEnded = exit !== null && exit >= bySignal.from && exit <= bySignal.to;
    return { exit: isEnded ? null : exit, bytes: out.bytes, said: said.bytes, cut: out.isOver };
  }

  #hear(where: "out" | "said", piece: Buffer): void {
    if (!this.#call) return;
    const { out, said, ended } = this.#call;
    this.#call[where].take(piece);
    if (out.isOver && out.exit === undefined) this.#stop("SIGKILL");
    if (out.exit !== undefined && said.exit !== undefined) ended(out.exit);
  }

  #stopOn(signal: AbortSignal | undefined): { over(): void } {
    let last: NodeJS.Timeout | undefined;
    const abort = () => {
      this.#stop("SIGTERM");
      last = setTimeout(() => this.#stop("SIGKILL"), graceMs);
    };
    signal?.addEventListener("abort", abort, { once: true });
    return {
      over: () => {
        clearTimeout(last);
        signal?.removeEventListener("abort", abort);
      },
    };
  }

  /** With all that it has started. It is not used again. */
  #stop(signal: NodeJS.Signals): void {
    this.#isOpen = false;
    try {
      // Even if the shell is gone: its group is there for as long as one of those it has started.
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
    } catch {
      // All of it ended in this moment.
    }
  }

  /** Whether this process stays alive for it. */
  #hold(isBusy: boolean): void {
    for (const one of [this.#child, ...this.#pipes]) {
      if (isBusy) one.ref();
      else one.unref();
    }
  }
}
