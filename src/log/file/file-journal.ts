import type { Fact } from "../../core/facts/fact.ts";
import type { Appending, Build, Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant, StepKey } from "../../core/terms/ids.ts";
import { noKeys, type Redaction } from "../../core/text/redaction.ts";
import { append, type Mark } from "./append.ts";
import { LogFile } from "./log-file.ts";
import { type LogHandle, openLogHandle } from "./log-handle.ts";

export interface JournalOptions {
  readonly path: string;
  readonly now: () => Instant;
  readonly redaction?: Redaction;
  /** Another way to the file; tests make it fail. */
  readonly handle?: LogHandle;
}

/** Opens a log, or makes a new one, and reads it. */
export async function openJournal({
  path,
  now,
  handle,
  redaction = noKeys,
}: JournalOptions): Promise<FileJournal> {
  const log = new LogFile(path, handle ?? (await openLogHandle(path)), now);
  try {
    log.refresh();
  } catch (error) {
    await log.close();
    throw error;
  }
  return new FileJournal({ log, redaction, queue: Promise.resolve() }, {});
}

/** Appends of one process wait for each other; between processes the chain decides. */
interface Shared {
  readonly log: LogFile;
  readonly redaction: Redaction;
  queue: Promise<unknown>;
}

export class FileJournal implements Journal {
  readonly #shared: Shared;
  readonly #mark: Mark;

  constructor(shared: Shared, mark: Mark) {
    this.#shared = shared;
    this.#mark = mark;
  }

  state(): State {
    return this.#shared.log.state;
  }

  /** Bytes of the file that the state holds. */
  get size(): number {
    return this.#shared.log.size;
  }

  append(build: Build): Promise<Appending> {
    const shared = this.#shared;
    const appending = shared.queue.then(() => append(shared.log, build, this.#mark, shared.redaction));
    shared.queue = appending.catch(() => undefined); // the caller gets the failure; the next append goes on
    return appending;
  }

  as(step: StepKey): Journal {
    return new FileJournal(this.#shared, { ...this.#mark, step });
  }

  fenced(fence: number): Journal {
    return new FileJournal(this.#shared, { ...this.#mark, fence });
  }

  async *read(from: number): AsyncIterable<Fact> {
    const { log } = this.#shared;
    log.refresh();
    yield* log.facts(from, log.head);
  }

  async *follow(from: number, signal: AbortSignal): AsyncIterable<Fact> {
    const { log } = this.#shared;
    for (let next = Math.max(1, from); !signal.aborted && !log.closed; ) {
      log.refresh();
      for (const fact of log.fresh(next, log.head)) {
        yield fact;
        next = fact.seq + 1;
        if (signal.aborted || log.closed) return;
      }
      if (log.head < next) await log.changed(signal);
    }
  }

  async moved(head: number, signal: AbortSignal): Promise<void> {
    const { log } = this.#shared;
    while (!signal.aborted) {
      if (log.head > head) return; // this process has read it meanwhile
      if (log.closed) throw new Error("the session log was closed while somebody waited for its next fact");
      log.refresh();
      if (log.head > head) return;
      await log.changed(signal);
    }
  }

  /** Ends followers, lets appends finish, and turns away whoever waits for a fact. */
  async close(): Promise<void> {
    await this.#shared.queue;
    await this.#shared.log.close();
  }
}
