import type { Fact } from "../../core/facts/fact.ts";
import { upcast } from "../../core/facts/upcast.ts";
import { Chain } from "./chain.ts";
import { type Damage, explainBreak } from "./damage.ts";
import { LineReader } from "./line-reader.ts";
import { type LogHandle, readBytes } from "./log-handle.ts";
import { explainNoEvent } from "./no-event.ts";

/** Reads the counted facts of a log, each once, and stops for good where it is damaged. */
export class LogReader {
  readonly chain: Chain;
  readonly #handle: LogHandle;
  readonly #lines: LineReader;
  #damage: Damage | undefined;

  /** `onFact` gets every fact that counts, in order, with the number of its line. It must not throw. */
  constructor(handle: LogHandle, onFact: (fact: Fact, line: number) => void, bufferSize?: number) {
    this.#handle = handle;
    this.#lines = new LineReader(handle, bufferSize);
    this.chain = new Chain(
      (raw, line) => onFact(upcast(raw), line),
      (offset, size) => readBytes(handle, offset, size),
    );
  }

  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** The file ends in a line without its newline. */
  get unterminated(): boolean {
    return this.#lines.unterminated;
  }

  /** Bytes that have been read. */
  get size(): number {
    return this.#lines.position;
  }

  /** Whether the file's size differs from what was read. */
  get isBehind(): boolean {
    return this.#handle.size() !== this.#lines.position;
  }

  /** Reads to the end as it is now. */
  read(): void {
    if (this.#damage) return;
    let some = this.#lines.readSome();
    if (!some) this.#damage = this.#shortened(); // if there is more to read, nothing was cut
    for (; some; some = this.#lines.readSome()) this.chain.accept(some.bytes, some.offset);
    const { broken, after, counted } = this.chain;
    if (broken) this.#damage = explainBreak(broken, after);
    else if (counted.length === 0)
      this.#damage ??= explainNoEvent(readBytes(this.#handle, 0, Math.min(this.size, 4096)));
  }

  #shortened(): Damage | undefined {
    const size = this.#handle.size();
    if (size >= this.#lines.position) return undefined;
    const reason = `the file was cut to ${size} bytes while Huddle was using it`;
    return { line: this.chain.tally.lines, reason };
  }
}
