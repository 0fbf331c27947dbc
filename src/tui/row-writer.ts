import type { Frame } from "../core/views/rows/frame.ts";

/** What Ink uses of a stream. */
interface Terminal {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

const esc = String.fromCharCode(0x1b);

/**
 * The stream that Ink writes whole frames to. Only rows that differ from what is on the screen go on to the terminal, each
 * to its own place, in one write, so nothing flickers and the last row can be used. Ink's own ways clear a terminal that
 * is full, or are off by a row.
 */
export class RowWriter {
  readonly isTTY = true;
  readonly #terminal: Terminal;
  #rows: readonly string[] = [];
  #cursor = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get columns(): number {
    return this.#terminal.columns || 80;
  }

  get rows(): number {
    return this.#terminal.rows || 24;
  }

  /** Takes a frame from Ink. */
  readonly write = (frame: string): boolean => {
    const next = frame.split("\n").slice(0, this.rows);
    const changed = next.flatMap((row, index) =>
      row === this.#rows[index] ? [] : [`${esc}[${index + 1};1H${row}${esc}[0m${esc}[K`],
    );
    const rest = next.length < this.#rows.length ? [`${esc}[${next.length + 1};1H${esc}[J`] : [];
    this.#rows = next;
    if (changed.length + rest.length > 0)
      this.#terminal.write(`${begin}${esc}[?25l${[...changed, ...rest].join("")}${this.#cursor}${end}`);
    return true;
  };

  /** Shows the cursor where the person types, or hides it. */
  place(cursor: Frame["cursor"]): void {
    const placed = cursor ? `${esc}[${cursor.row + 1};${cursor.column + 1}H${esc}[?25h` : `${esc}[?25l`;
    if (placed === this.#cursor) return;
    this.#cursor = placed;
    this.#terminal.write(placed);
  }

  /** What is on the screen is not known any more: everything is written again with the next frame. */
  forget(): void {
    this.#rows = [];
    this.#terminal.write(`${esc}[2J`);
  }

  readonly on = (event: "resize", listener: () => void): this => {
    this.#terminal.on(event, listener);
    return this;
  };

  readonly off = (event: "resize", listener: () => void): this => {
    this.#terminal.off(event, listener);
    return this;
  };
}

/** A terminal that knows these shows everything between them at once; others ignore them. */
const begin = `${esc}[?2026h`;
const end = `${esc}[?2026l`;
