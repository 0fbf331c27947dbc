import { type Redaction, withoutKeyShapes } from "../../core/text/redaction.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import { gapLine } from "../../core/work/output-gap.ts";

const newline = 10;

/**
 * Keeps the start and the end of the output, in bounded memory however much is written. What is written has no keys
 * any more; those that show only when the colours are gone are taken out at the end.
 */
export class BoundedOutput {
  readonly #half: number;
  readonly #redaction: Redaction;
  readonly #head: Buffer[] = [];
  #headSize = 0;
  #tail: Buffer[] = [];
  #tailSize = 0;
  #dropped = 0;
  #droppedLines = 0;

  constructor(most: number, redaction: Redaction) {
    this.#half = Math.floor(most / 2);
    this.#redaction = redaction;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    const room = this.#half - this.#headSize;
    if (room > 0) {
      const first = bytes.subarray(0, room);
      this.#head.push(first);
      this.#headSize += first.length;
    }
    if (bytes.length <= room) return;
    this.#tail.push(bytes.subarray(Math.max(0, room)));
    this.#tailSize += bytes.length - Math.max(0, room);
    if (this.#tailSize > 4 * this.#half) this.#trim();
  }

  text(): string {
    this.#trim();
    if (this.#dropped === 0) return this.#shown([...this.#head, ...this.#tail]);
    return `${this.#shown(this.#head)}\n${gapLine(this.#dropped, this.#droppedLines)}\n${this.#shown(this.#tail)}`;
  }

  #shown(bytes: readonly Buffer[]): string {
    const text = stripControl(Buffer.concat(bytes).toString("utf8"));
    return withoutKeyShapes(this.#redaction.redact(text));
  }

  #trim(): void {
    const all = Buffer.concat(this.#tail);
    const over = Math.max(0, all.length - this.#half);
    this.#dropped += over;
    for (let at = all.indexOf(newline); at >= 0 && at < over; at = all.indexOf(newline, at + 1))
      this.#droppedLines++;
    // A copy, so that the large buffer can be freed.
    this.#tail = [Buffer.from(all.subarray(over))];
    this.#tailSize = all.length - over;
  }
}
