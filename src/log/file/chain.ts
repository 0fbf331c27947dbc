import type { RawFact } from "../../core/facts/upcast.ts";
import { CountedLines } from "./counted-lines.ts";
import { AfterBreak, type Break } from "./damage.ts";
import { genesis, hashLine, lineBehindTorn, type Parsed, parseLine } from "./line.ts";
import { splitLines } from "./line-reader.ts";

/**
 * Decides, line by line, what counts. The verdict on a line depends only on the bytes before it and on itself
 * (and, inside a batch, on the batch's end), so all readers agree, and what counted once counts forever.
 *
 * Honest writers write one batch in one write, continue a counted line, and never continue a write that failed.
 * With such writers and a disk that may fail, these are all the lines there can be:
 *
 * - *counted*: continues the last counted line, or the batch that is being held. A batch counts once its last
 *   line is there; any other line in between ends it, because the rest can no longer come.
 * - *losing*: continues a counted line that already has a successor, or the `more` of a losing line. A line
 *   that continues the end of a losing batch is not losing: its writer saw that batch count, so it was changed.
 * - *torn*: not JSON. If the next writer did not see the tear, its first line is on the same line, after the torn
 *   bytes; that line is then judged, and the bytes before it are ignored. Torn bytes followed by a whole line are
 *   never valid JSON together, because the torn part leaves an object open and a line closes only what it opened.
 * - *damage*: everything else. It names a previous line that is no longer there.
 *
 * So the line after a changed byte always reveals it, because it names the hash of what was there. If a changed line
 * counts, loses or passes for torn, its successor continues nothing known. Only the last counted line of the file has
 * no successor: if it is changed and still reads as a fact at its place, it counts as it reads; if it no longer reads
 * as JSON, it passes for torn, and its batch does not count.
 */
export class Chain {
  readonly counted = new CountedLines();
  readonly tally = { lines: 0, torn: 0, losing: 0 };
  /** Set once, by the first line that continues nothing. Nothing is judged after it. */
  broken: Break | undefined;
  /** What the lines after the break say about it. */
  readonly after = new AfterBreak();

  #tip: CountedLine = { seq: 0, hash: genesis, line: 0 };
  #held: Link[] = [];
  /** Losing lines that are followed by more of their batch. */
  readonly #losing = new Map<string, number>();
  #unread: { first: number; last: number } | undefined;
  readonly #count: Count;
  readonly #readBack: ReadBack;

  /** `readBack` gives bytes that were accepted before. */
  constructor(count: Count, readBack: ReadBack) {
    this.#count = count;
    this.#readBack = readBack;
  }

  /** Hash of a counted line; undefined after the head. Only the newest is kept; the others are computed again. */
  hashOf(seq: number): string | undefined {
    if (seq === this.#tip.seq) return this.#tip.hash;
    if (seq === 0) return genesis;
    const place = this.counted.placeOf(seq);
    return place && hashLine(this.#readBack(place.offset, place.size));
  }

  /** Lines of a batch whose end has not come. */
  get held(): number {
    return this.#held.length;
  }

  /**
   * Judges whole lines; `offset` is their place in the file. Makes one pass for each kind of work: hashing, parsing
   * and folding line by line would drive each other out of the processor's caches.
   */
  accept(bytes: Buffer, offset: number): void {
    const lines = splitLines(bytes);
    const hashes = lines.map(hashLine);
    // In UTF-8 a newline byte is never part of another character, so decoding before splitting gives the same lines.
    const texts = bytes.toString("utf8").split("\n");
    const facts = lines.map((_, index) => parseLine(texts[index] ?? ""));
    let place = offset;
    for (let index = 0; index < lines.length; index += 1) {
      // All three lists have the same length.
      this.#acceptOne(facts[index] as Parsed, lines[index] as Buffer, hashes[index] as string, place);
      place += (lines[index]?.length ?? 0) + 1;
    }
  }

  #acceptOne(parsed: Parsed, bytes: Buffer, hash: string, offset: number): void {
    this.tally.lines += 1;
    if (bytes.length === 0) return; // two writers ended the same torn line
    if (this.broken) this.after.look(this.broken, parsed);
    else if (parsed === "unreadable") this.#acceptTorn(bytes, offset);
    else this.#acceptWhole(parsed, bytes, hash, offset);
  }

  #acceptWhole(parsed: RawFact | "foreign", bytes: Buffer, hash: string, offset: number): void {
    if (parsed === "foreign") {
      this.#break("foreign", hash);
      return;
    }
    const { seq } = parsed;
    const link = { seq, hash, line: this.tally.lines, fact: parsed, offset, size: bytes.length };
    if (!this.#judge(link)) this.#break("stray", hash, seq);
  }

  #acceptTorn(bytes: Buffer, offset: number): void {
    const behind = lineBehindTorn(bytes);
    const parsed = behind ? parseLine(behind.toString("utf8")) : "unreadable";
    if (behind && parsed !== "unreadable") {
      this.#acceptWhole(parsed, behind, hashLine(behind), offset + bytes.length - behind.length);
      return;
    }
    this.#abandon();
    this.tally.torn += 1;
    const line = this.tally.lines;
    this.#unread = { first: this.#unread?.first ?? line, last: line };
  }

  /** False: it continues nothing known. */
  #judge(link: Link): boolean {
    if (this.#continues(link)) this.#take(link);
    else if (this.#loses(link)) this.#lose(link);
    else return false;
    return true;
  }

  #continues({ seq, fact }: Link): boolean {
    const last = this.#last();
    if (seq === last.seq + 1 && fact.prev === last.hash) return true;
    return seq === this.#tip.seq + 1 && fact.prev === this.#tip.hash;
  }

  #last(): CountedLine {
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
    this.counted.push(link.offset, link.size);
    this.#count(link.fact, link.line);
  }

  #loses({ seq, fact }: Link): boolean {
    if (this.#losing.get(fact.prev) === seq - 1) return true;
    return seq <= this.#tip.seq && fact.prev === this.hashOf(seq - 1);
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

  #break(why: Break["why"], hash: string, seq?: number): void {
    const last = this.#last();
    this.broken = {
      why,
      line: this.tally.lines,
      hash,
      after: { seq: last.seq, line: last.line },
      ...(seq !== undefined && { seq }),
      ...(this.#unread && { unread: this.#unread }),
    };
  }
}

type Count = (fact: RawFact, line: number) => void;
type ReadBack = (offset: number, size: number) => Buffer;

interface CountedLine {
  readonly seq: number;
  readonly hash: string;
  readonly line: number;
}

interface Link extends CountedLine {
  readonly fact: RawFact;
  readonly offset: number;
  readonly size: number;
}
