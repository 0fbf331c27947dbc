import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Draft } from "../../src/core/facts/fact.ts";
import type { Build, Journal } from "../../src/core/ports/journal.ts";
import type { State } from "../../src/core/state/state.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { openJournal } from "../../src/log/file/file-journal.ts";
import { type LogHandle, openLogHandle } from "../../src/log/file/log-handle.ts";

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "log-"));
}

export async function temporaryLog(): Promise<string> {
  return join(await temporaryFolder(), "log.jsonl");
}

/** A clock that moves by a millisecond whenever somebody looks. */
export function tickingNow(): () => string {
  let ms = Date.UTC(2025, 0, 1);
  return () => new Date(ms++).toISOString();
}

/** Closed when the test is over. */
export async function openTestJournal(path: string, handle?: LogHandle): Promise<Journal> {
  const journal = await openJournal({ path, now: tickingNow(), ...(handle && { handle }) });
  onTestFinished(() => journal.close());
  return journal;
}

export async function openFaulty(path: string): Promise<FaultyHandle> {
  return new FaultyHandle(await openLogHandle(path));
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export function said(text: string, actor = "ada"): Draft {
  return { actor, event: { type: "message.posted", text } };
}

export function started(pid: number): Draft {
  return {
    actor: "harness",
    event: { type: "runner.started", host: "here", pid, startedAt: "then", mode: "run" },
  };
}

/** A batch of messages. */
export function saying(first: string, ...others: readonly string[]): Build {
  return () => [said(first), ...others.map((text) => said(text))];
}

export function texts(state: State): readonly string[] {
  return toArray(state.transcript).map(({ text }) => text);
}

export async function appendAll(journal: Journal, batches: readonly (readonly string[])[]): Promise<void> {
  for (const [first, ...others] of batches) {
    if (first !== undefined) await journal.append(saying(first, ...others));
  }
}

/** A handle whose next write or sync fails in a chosen way; everything else is real. */
export class FaultyHandle implements LogHandle {
  readonly #real: LogHandle;
  /** Bytes the next write takes before it fails; then it throws `error`, or says how few it took. */
  failWrite: { readonly after: number; readonly error?: Error } | undefined;
  failSync: Error | undefined;
  /** Leaves syncs out, for tests of what is in the file rather than on the disk. */
  unsynced = false;
  /** Bytes of the last write, all of them. */
  lengthTried = 0;
  /** Runs between the decision to write and the write: where another process gets in first. */
  beforeWrite: (() => Promise<void>) | undefined;

  constructor(real: LogHandle) {
    this.#real = real;
  }

  read(bytes: Buffer, start: number, position: number): number {
    return this.#real.read(bytes, start, position);
  }

  size(): number {
    return this.#real.size();
  }

  async write(bytes: Uint8Array): Promise<number> {
    const before = this.beforeWrite;
    this.beforeWrite = undefined;
    await before?.();
    const fail = this.failWrite;
    this.failWrite = undefined;
    if (fail === undefined) return this.#real.write(bytes);
    this.lengthTried = bytes.length;
    const taken = fail.after === 0 ? 0 : await this.#real.write(bytes.subarray(0, fail.after));
    if (fail.error) throw fail.error;
    return taken;
  }

  async sync(): Promise<void> {
    const error = this.failSync;
    this.failSync = undefined;
    if (error) throw error;
    if (!this.unsynced) await this.#real.sync();
  }

  close(): Promise<void> {
    return this.#real.close();
  }
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: no`), { code });
}
