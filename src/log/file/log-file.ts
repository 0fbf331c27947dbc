import type { Fact } from "../../core/facts/fact.ts";
import { foldInto } from "../../core/fold/fold.ts";
import type { StateDraft } from "../../core/state/draft.ts";
import { emptyState, type State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { unwritable } from "../beside/unwritable.ts";
import { damagedLog } from "./damage.ts";
import { FileWatch } from "./file-watch.ts";
import type { LogHandle } from "./log-handle.ts";
import { LogReader } from "./log-reader.ts";
import { readCounted } from "./read-counted.ts";

/** One open log and what this process knows about it. All journals of one session in a process share it. */
export class LogFile {
  readonly path: string;
  readonly now: () => Instant;
  readonly #handle: LogHandle;
  readonly #reader: LogReader;
  readonly #watch: FileWatch;
  #state: State = emptyState;
  /** Facts read since the last `refresh` began are folded into this; it stays private until all are. */
  #draft: StateDraft = { ...emptyState };
  #closed = false;
  /** The newest facts, at least one and in a row, so that appends and followers need no second read. */
  #newest: Fact[] = [];

  constructor(path: string, handle: LogHandle, now: () => Instant) {
    this.path = path;
    this.now = now;
    this.#handle = handle;
    this.#reader = new LogReader(handle, (fact) => {
      foldInto(this.#draft, fact);
      if (this.#newest.length === mostNewest) this.#newest = [];
      this.#newest.push(fact);
    });
    this.#watch = new FileWatch(path, () => this.#reader.isBehind);
  }

  /** As of the last `refresh`. */
  get state(): State {
    return this.#state;
  }

  /** Seq of the newest fact. */
  get head(): number {
    return this.#state.head;
  }

  /** Bytes that have been read. */
  get size(): number {
    return this.#reader.size;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Reads and folds what any process has written since. Throws a fault when the log is damaged. */
  refresh(): void {
    if (this.#closed) throw new Error(`This journal was closed: ${this.path}`);
    const before = this.#state.head;
    this.#draft = { ...this.#state };
    this.#reader.read();
    if (this.#draft.head > before) this.#state = this.#draft;
    const { damage } = this.#reader;
    // Waiters must hear of damage too: it has been read, so nothing else will tell them.
    if (this.#state.head > before || damage) this.#watch.wake();
    if (damage) throw damagedLog(this.path, damage);
  }

  hashOf(seq: number): string | undefined {
    return this.#reader.chain.hashOf(seq);
  }

  /** Reads counted facts again. */
  facts(from: number, to: number): Iterable<Fact> {
    return readCounted(this.path, this.#handle, this.#reader.chain, from, to);
  }

  /** The same for the newest facts: returns them from memory where they are still there. */
  fresh(from: number, to: number): Iterable<Fact> {
    const first = this.#newest[0]?.seq ?? Number.POSITIVE_INFINITY;
    return from >= first ? this.#newest.slice(from - first, to - first + 1) : this.facts(from, to);
  }

  /** Resolves when the file may have grown, when the signal aborts, or when the log is closed. */
  async changed(signal: AbortSignal): Promise<void> {
    if (!this.#closed) await this.#watch.next(signal);
  }

  /**
   * Writes whole lines, once. A failed write is never continued: that would be a second write, and another process
   * may have written in between. Instead, the next write starts with a newline, which closes off the torn line. If
   * only the newline is missing, the batch is whole, and the next write's newline makes it count. Every reader sees
   * that, and so does the `build` that is asked to write it again.
   *
   * A failed sync leaves lines that every process can read and continue, so they count and cannot be taken back. But
   * the append throws, so that nothing is done on an intent that a power cut may take.
   */
  async write(lines: Buffer): Promise<void> {
    const bytes = this.#reader.unterminated ? Buffer.concat([newline, lines]) : lines;
    const written = await this.#handle.write(bytes).catch((cause: unknown) => {
      throw unwritable("The session log", this.path, "What was recorded before is whole.", cause);
    });
    if (written !== bytes.length) {
      const cause = new Error(`the disk is probably full, it took only ${written} of ${bytes.length} bytes`);
      throw unwritable("The session log", this.path, "What was recorded before is whole.", cause);
    }
    await this.#handle.sync().catch((cause: unknown) => {
      throw unwritable("The session log", this.path, unconfirmed, cause);
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.close();
    await this.#handle.close();
  }
}

/** More than any step appends at once. */
const mostNewest = 64;
const newline = Buffer.from("\n");
const unconfirmed =
  "What was just recorded can be read, but the disk did not confirm it, so a power cut may lose it.";
