/** What the shell prints after the mark: the exit code in three digits. */
const digits = 3;

/**
 * What a pipe gives up to a mark, however it is cut into pieces. Nothing that prints before the mark can know it: it is
 * random, and made for one call.
 */
export class UntilMark {
  readonly #mark: Buffer;
  readonly #most: number;
  readonly #kept: Buffer[] = [];
  /** The end of what was heard, which can be the beginning of the mark. */
  #tail = Buffer.alloc(0);
  #heard = 0;
  #end: { readonly at: number; readonly exit: number } | undefined;

  /** `most`: it keeps no more bytes than this, and one piece. */
  constructor(mark: string, most: number) {
    this.#mark = Buffer.from(mark, "latin1");
    this.#most = most;
  }

  /** Undefined: the mark has not come. */
  get exit(): number | undefined {
    return this.#end?.exit;
  }

  /** More came than it keeps. */
  get isOver(): boolean {
    return (this.#end ? this.#end.at : this.#heard - this.#tail.length) > this.#most;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#kept).subarray(0, Math.min(this.#end?.at ?? this.#heard, this.#most));
  }

  take(piece: Buffer): void {
    if (this.#end) return;
    if (this.#heard < this.#most) this.#kept.push(piece);
    this.#heard += piece.length;
    const last = Buffer.concat([this.#tail, piece]);
    const whole = this.#mark.length + digits;
    const at = last.indexOf(this.#mark);
    if (at >= 0 && last.length >= at + whole)
      this.#end = {
        at: this.#heard - last.length + at,
        exit: Number(last.toString("latin1", at + this.#mark.length, at + whole)),
      };
    else this.#tail = Buffer.from(last.subarray(Math.max(0, last.length - whole + 1)));
  }
}
