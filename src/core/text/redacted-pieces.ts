import { openKeyShape, type Redaction, withoutTypedKeys } from "./redaction.ts";

/**
 * Text that comes in pieces, without keys in use and without what looks like anybody's. A piece that ends like the start
 * of one waits for the next.
 */
export class RedactedPieces {
  readonly #redaction: Redaction;
  #waiting = "";

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** What can be passed on now. Neither a character nor the end of a line is cut in two. */
  next(piece: string): string {
    const text = this.#redaction.redact(this.#waiting + piece);
    const half = /[\ud800-\udbff\r]$/.test(text) ? 1 : 0;
    const held = Math.max(this.#redaction.held(text), openKeyShape(text), half);
    this.#waiting = text.slice(text.length - held);
    return withoutTypedKeys(text.slice(0, text.length - held));
  }

  /** What still waits, when no piece follows. */
  end(): string {
    const rest = this.#waiting;
    this.#waiting = "";
    return withoutTypedKeys(rest);
  }
}
