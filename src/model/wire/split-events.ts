const lf = 0x0a;
const cr = 0x0d;

/**
 * Cuts a stream of server-sent events into whole events, whatever ends their lines. Looks at each byte once, however
 * small the chunks are; the packages look at an unfinished event again with every chunk.
 */
export class EventSplitter {
  #begun: Buffer[] = [];
  #isLineEmpty = true;
  #isAfterCr = false;

  /** The events that these bytes complete, each with the blank line that ends it. */
  take(chunk: Uint8Array): readonly Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const events: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (!this.#endsEvent(bytes[at])) continue;
      events.push(this.#completed(bytes.subarray(from, at + 1)));
      from = at + 1;
    }
    if (from < bytes.length) this.#begun.push(bytes.subarray(from));
    return events;
  }

  /** What came after the last whole event. */
  rest(): Buffer {
    return this.#completed(Buffer.alloc(0));
  }

  #endsEvent(byte: number | undefined): boolean {
    const isSecondOfPair = byte === lf && this.#isAfterCr;
    this.#isAfterCr = byte === cr;
    if (isSecondOfPair) return false;
    if (byte !== lf && byte !== cr) {
      this.#isLineEmpty = false;
      return false;
    }
    const isBlankLine = this.#isLineEmpty;
    this.#isLineEmpty = true;
    return isBlankLine;
  }

  #completed(end: Buffer): Buffer {
    const whole = this.#begun.length === 0 ? end : Buffer.concat([...this.#begun, end]);
    this.#begun = [];
    return whole;
  }
}
