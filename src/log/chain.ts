import type { RawFact } from "../core/upcast.ts";
import { CountedLines } from "./counted-lines.ts";
import type { Break } from "./damage.ts";
import { beginnings, genesis, hashLine, parseLine } from "./line.ts";

/**
 * Decides, line by line, what counts. The verdict on a line depends only on the bytes before it and on itself
 * (and, inside a batch, on the batch's end), so all readers agree, and what counted once counts for ever.
 *
 * Honest writers write one batch in one write, continue a counted line, and never continue a write that failed.
 * Between them and the disk, these are all the lines there can be:
 *
 * - *counted*: continues the last counted line, or the batch that is being held. A batch counts when its last
 *   line is there; any other line in between ends it, because the rest can no longer come.
 * - *losing*: continues a counted line that already has a successor, or the `more` of a losing line. A line
 *   that continues the end of a losing batch is not losing: somebody saw that batch count, so it was changed.
 * - *torn*: not JSON. When the next writer did not see the tear, its first line stands on the same line, behind
 *   the torn bytes; then that one is judged and the bytes before it are ignored. Torn bytes and a whole line
 *   behind them never make JSON together, because the torn part leaves an object open and a line closes only
 *   what it opened.
 * - *damage*: everything else. It names a line before it that is not there any more.
 *
 * So a changed byte is always found by the next batch, which names the hash of what stood there; a changed
 * line can neither count, lose nor pass for torn without its successor continuing nothing known. Only the last
 * batch in the file has no successor: a change in its last line, or of the newline before it, is not noticed
 * when the line still reads as a fact that continues the chain, or reads as torn.
 */
export class Chain {
  readonly counted = new CountedLines();
  readonly tally = { lines: 0, torn: 0, losing: 0 };
  /** Set once, by the first line that continues nothing. Nothing is judged after it. */
  broken: Break | undefined;

  #tip: Place = { seq: 0, hash: genesis, line: 0 };
  #held: Link[] = [];
  /** Losing lines that have more of their batch behind them. */
  readonly #losing = new Map<string, number>();
  #unread: { first: number; last: number } | undefined;
  readonly #count: (fact: RawFact, line: number) => void;

  constructor(count: (fact: RawFact, line: number) => void) {
    this.#count = count;
  }

  /** Lines of a batch whose end has not come. */
  get held(): number {
    return this.#held.length;
  }

  /** `bytes` from `start` to `end` are a line without its newline; `offset` is its place in the file. */
  accept(bytes: Buffer, start: number, end: number, offset: number): void {
    this.tally.lines += 1;
    if (start === end) return; // two writers ended the same torn line
    const parsed = parseLine(bytes.toString("utf8", start, end));
    if (parsed === "unreadable") return this.#torn(bytes.subarray(start, end), offset);
    const hash = hashLine(bytes.subarray(start, end));
    const line = this.tally.lines;
    if (parsed === "foreign") return this.#break("foreign", undefined, hash);
    const link = { seq: parsed.seq, hash, line, fact: parsed, offset, size: end - start };
    if (this.#continues(link)) return this.#take(link);
    if (this.#loses(link)) return this.#lose(link);
    this.#break("stray", parsed, hash);
  }

  #continues({ seq, fact }: Link): boolean {
    const last = this.#last();
    if (seq === last.seq + 1 && fact.prev === last.hash) return true;
    return this.#held.length > 0 && seq === this.#tip.seq + 1 && fact.prev === this.#tip.hash;
  }

  #last(): Place {
    return this.#held.at(-1) ?? this.#tip;
  }

  #take(link: Link): void {
    if (link.fact.prev !== this.#last().hash) this.#abandon();
    if (link.fact.more === true) {
      this.#held.push(link);
      return;
    }
    for (const held of this.#held) this.#countOne(held);
    if (this.#held.length > 0) this.#held = [];
    this.#countOne(link);
  }

  #countOne(link: Link): void {
    this.#tip = link;
    this.#unread = undefined;
    this.counted.push(link.hash, link.offset, link.size);
    this.#count(link.fact, link.line);
  }

  #loses({ seq, fact }: Link): boolean {
    if (this.#losing.get(fact.prev) === seq - 1) return true;
    return seq <= this.#tip.seq && fact.prev === this.counted.hashOf(seq - 1);
  }

  #lose(link: Link): void {
    this.#abandon();
    this.tally.losing += 1;
    if (link.fact.more === true) this.#losing.set(link.hash, link.seq);
  }

  #abandon(): void {
    this.tally.losing += this.#held.length;
    for (const held of this.#held) this.#losing.set(held.hash, held.seq);
    this.#held = [];
  }

  #torn(bytes: Buffer, offset: number): void {
    const link = this.#behindTorn(bytes, offset);
    if (link && this.#continues(link)) return this.#take(link);
    if (link && this.#loses(link)) return this.#lose(link);
    this.#abandon();
    this.tally.torn += 1;
    const line = this.tally.lines;
    this.#unread = { first: this.#unread?.first ?? line, last: line };
  }

  #behindTorn(bytes: Buffer, offset: number): Link | undefined {
    for (const start of beginnings(bytes)) {
      const whole = bytes.subarray(start);
      const fact = parseLine(whole.toString("utf8"));
      if (fact === "unreadable" || fact === "foreign") continue;
      const at = { line: this.tally.lines, offset: offset + start, size: whole.length };
      return { seq: fact.seq, hash: hashLine(whole), fact, ...at };
    }
    return undefined;
  }

  #break(why: Break["why"], fact: RawFact | undefined, hash: string): void {
    const { seq, line } = this.#last();
    this.broken = {
      why,
      line: this.tally.lines,
      hash,
      after: { seq, line },
      ...(fact && { seq: fact.seq }),
      ...(this.#unread && { unread: this.#unread }),
    };
  }
}

interface Place {
  readonly seq: number;
  readonly hash: string;
  readonly line: number;
}

interface Link extends Place {
  readonly fact: RawFact;
  readonly offset: number;
  readonly size: number;
}
