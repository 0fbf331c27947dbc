import type { LogHandle } from "./log-handle.ts";

const newline = 10;

/** A line without its newline; valid only during the call. */
export type OnLine = (bytes: Buffer, start: number, end: number, offset: number) => void;

/** Reads a growing file line by line and remembers where it stopped. */
export class LineReader {
  readonly #handle: LogHandle;
  #buffer: Buffer;
  /** Bytes behind the last newline; they are a line once theirs comes. */
  #tail = 0;
  /** Place in the file where the buffer begins. */
  #offset = 0;

  constructor(handle: LogHandle, bufferSize = 64 * 1024) {
    this.#handle = handle;
    this.#buffer = Buffer.allocUnsafe(bufferSize);
  }

  /** The file ends in a line without its newline: a write that was torn, or one that is under way. */
  get unterminated(): boolean {
    return this.#tail > 0;
  }

  /** How far the file was read, the unterminated line included. */
  get position(): number {
    return this.#offset + this.#tail;
  }

  /** At most one buffer full; false at the end of the file. */
  readSome(onLine: OnLine): boolean {
    if (this.#tail === this.#buffer.length) this.#grow();
    const count = this.#handle.read(this.#buffer, this.#tail, this.position);
    if (count === 0) return false;
    this.#split(this.#tail + count, onLine);
    return true;
  }

  #split(filled: number, onLine: OnLine): void {
    const bytes = this.#buffer.subarray(0, filled);
    let start = 0;
    // The tail is known to hold no newline.
    for (let end = bytes.indexOf(newline, this.#tail); end !== -1; end = bytes.indexOf(newline, start)) {
      onLine(bytes, start, end, this.#offset + start);
      start = end + 1;
    }
    this.#buffer.copyWithin(0, start, filled);
    this.#tail = filled - start;
    this.#offset += start;
  }

  #grow(): void {
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#tail);
    this.#buffer = larger;
  }
}
