import type { LogHandle } from "./log-handle.ts";

const newline = 10;

/** Whole lines with their newlines, and their place in the file. Valid until the next are read. */
export interface Lines {
  readonly bytes: Buffer;
  readonly offset: number;
}

/** Reads a growing file in pieces of whole lines and remembers where it stopped. */
export class LineReader {
  readonly #handle: LogHandle;
  #buffer: Buffer;
  /** The buffer holds the file from `offset` on; the first `used` of its `filled` bytes were returned. */
  #offset = 0;
  #filled = 0;
  #used = 0;

  constructor(handle: LogHandle, bufferSize = 64 * 1024) {
    this.#handle = handle;
    this.#buffer = Buffer.allocUnsafe(bufferSize);
  }

  /** The file ends in a line without its newline: a write that was torn, or one that is under way. */
  get unterminated(): boolean {
    return this.#filled > this.#used;
  }

  /** How far the file was read, including the unterminated line. */
  get position(): number {
    return this.#offset + this.#filled;
  }

  /** Undefined at the end of the file. A line longer than the buffer comes once it is whole. */
  readSome(): Lines | undefined {
    this.#makeRoom();
    const count = this.#handle.read(this.#buffer, this.#filled, this.position);
    if (count === 0) return undefined;
    // The older bytes hold no newline, or they would have been returned.
    const end = this.#buffer.subarray(0, this.#filled + count).lastIndexOf(newline) + 1;
    this.#filled += count;
    this.#used = end;
    return { bytes: this.#buffer.subarray(0, end), offset: this.#offset };
  }

  #makeRoom(): void {
    this.#buffer.copyWithin(0, this.#used, this.#filled);
    this.#offset += this.#used;
    this.#filled -= this.#used;
    this.#used = 0;
    if (this.#filled < this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }
}

/** Each line without its newline. */
export function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start);
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}
