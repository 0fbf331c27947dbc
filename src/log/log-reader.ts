import type { Fact } from "../core/fact.ts";
import { upcast } from "../core/upcast.ts";
import { Chain } from "./chain.ts";
import { AfterBreak, type Break, type Damage, explainBreak } from "./damage.ts";
import { LineReader } from "./line-reader.ts";
import type { LogHandle } from "./log-handle.ts";

/** Reads the counted facts of a log, each once, and stops for good where it is damaged. */
export class LogReader {
  readonly chain: Chain;
  readonly #handle: LogHandle;
  readonly #lines: LineReader;
  readonly #after = new AfterBreak();
  #damage: Damage | undefined;

  /** `onFact` gets every fact that counts, in order, with the number of its line. It must not throw. */
  constructor(handle: LogHandle, onFact: (fact: Fact, line: number) => void, bufferSize?: number) {
    this.#handle = handle;
    this.#lines = new LineReader(handle, bufferSize);
    this.chain = new Chain((raw, line) => onFact(upcast(raw), line));
  }

  get damage(): Damage | undefined {
    return this.#damage;
  }

  /** The file ends in a line without its newline. */
  get unterminated(): boolean {
    return this.#lines.unterminated;
  }

  get position(): number {
    return this.#lines.position;
  }

  /** Reads to the end as it is now. */
  read(): void {
    for (let more = true; more; ) more = this.readSome();
  }

  /** Reads on a little; false when there is nothing more, now or ever. */
  readSome(): boolean {
    if (this.#damage) return false;
    const more = this.#lines.readSome((bytes, start, end, offset) => {
      if (this.chain.broken) this.#after.look(this.chain.broken, bytes.toString("utf8", start, end));
      else this.chain.accept(bytes, start, end, offset);
    });
    if (this.chain.broken) return this.#explain(this.chain.broken);
    if (!more) this.#notShorter();
    return more;
  }

  /** Reads the rest only to say more exactly which line was changed. */
  #explain(broken: Break): false {
    const look = (bytes: Buffer, start: number, end: number) =>
      this.#after.look(broken, bytes.toString("utf8", start, end));
    for (let more = true; more; ) more = this.#lines.readSome(look);
    this.#damage = explainBreak(broken, this.#after);
    return false;
  }

  #notShorter(): void {
    const size = this.#handle.size();
    if (size >= this.position) return;
    const line = this.chain.tally.lines;
    this.#damage = { line, reason: `the file was cut to ${size} bytes while Huddle was using it` };
  }
}
