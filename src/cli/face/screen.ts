import type { Frame } from "../../core/views/rows/frame.ts";
import { widthOf } from "../../core/views/text-width.ts";

export interface ScreenPlace {
  write(text: string): void;
  columns(): number;
  rows(): number;
}

const control = "\u001b[";
const nothing: Frame = { rows: [] };

/**
 * A terminal that scrolls as with any program, with a frame of a few rows at the bottom that is redrawn in place. One
 * write overwrites the rows and clears the rest last, so nothing flickers. What was printed above the frame is never
 * touched again.
 */
export class Screen {
  readonly #place: ScreenPlace;
  #frame: Frame = nothing;
  /** The row of the frame that holds the terminal's cursor. */
  #at = 0;
  #columns: number;
  #cursorHidden = false;

  constructor(place: ScreenPlace) {
    this.#place = place;
    this.#columns = place.columns();
  }

  /** Prints rows for good, above the frame, and shows the frame. */
  paint(settled: readonly string[], wanted: Frame): void {
    const next = this.#fitting(wanted);
    const resized = this.#place.columns() !== this.#columns;
    if (settled.length === 0 && !resized && sameFrame(this.#frame, next)) return;
    const start = settled.length > 0 || resized ? 0 : firstToWrite(this.#frame.rows, next.rows);
    const rows = [...settled, ...next.rows.slice(start)].map((row) => `${control}K${row}`).join("\r\n");
    const ends = settled.length > 0 && next.rows.length === 0 ? "\r\n" : "";
    this.#place.write(`${this.#hide()}${this.#to(start)}${rows}${ends}${control}J${this.#typing(next)}`);
    this.#frame = next;
    this.#columns = this.#place.columns();
  }

  /** The terminal became narrower or wider since the last time. */
  get isOfOtherWidth(): boolean {
    return this.#place.columns() !== this.#columns;
  }

  /**
   * After that, prints again what stands above the frame. `before`: those rows as they were printed, which the terminal
   * may have broken since. What stood there before them is touched only if they fill the screen.
   */
  repaint(before: readonly string[], now: readonly string[], wanted: Frame): void {
    const next = this.#fitting(wanted);
    const all = this.#place.rows();
    const above = [...before, ...this.#frame.rows.slice(0, this.#at)];
    const up = above.reduce((sum, row) => sum + this.#height(row), 0);
    const start = up < all - 1 ? `\r${up > 0 ? `${control}${up}A` : ""}` : `${control}H`;
    const shown = [...now.slice(-Math.max(1, all - next.rows.length)), ...next.rows];
    const rows = shown.map((row) => `${control}K${row}`).join("\r\n");
    this.#place.write(`${this.#hide()}${start}${control}J${rows}${this.#typing(next)}`);
    this.#frame = next;
    this.#columns = this.#place.columns();
  }

  /** Removes the frame and shows the cursor again. */
  close(): void {
    this.paint([], nothing);
    if (this.#cursorHidden) this.#place.write(`${control}?25h`);
    this.#cursorHidden = false;
  }

  #hide(): string {
    if (this.#cursorHidden) return "";
    this.#cursorHidden = true;
    return `${control}?25l`;
  }

  /** Moves the cursor to the start of a row of the current frame. */
  #to(row: number): string {
    const { rows } = this.#frame;
    const up = rows.slice(row, this.#at).reduce((sum, one) => sum + this.#height(one), 0);
    const down = Math.max(0, row - this.#at);
    return `\r${up > 0 ? `${control}${up}A` : ""}${down > 0 ? `${control}${down}B` : ""}`;
  }

  #typing(frame: Frame): string {
    const last = Math.max(0, frame.rows.length - 1);
    const { cursor } = frame;
    this.#at = cursor?.row ?? last;
    if (!cursor) return "";
    this.#cursorHidden = false;
    const up = last - cursor.row;
    return `${up > 0 ? `${control}${up}A` : ""}\r${cursor.column > 0 ? `${control}${cursor.column}C` : ""}${control}?25h`;
  }

  /** How many rows a row takes up now that the terminal may be narrower. */
  #height(row: string): number {
    const columns = this.#place.columns();
    if (columns === this.#columns) return 1;
    return Math.max(1, Math.ceil(widthOf(row) / columns));
  }

  /** Cuts a frame that is too tall at its top: the newest rows and the input line come last. */
  #fitting(frame: Frame): Frame {
    const cut = frame.rows.length - Math.max(1, this.#place.rows() - 1);
    if (cut <= 0) return frame;
    const { cursor } = frame;
    return {
      rows: frame.rows.slice(cut),
      ...(cursor && cursor.row >= cut && { cursor: { ...cursor, row: cursor.row - cut } }),
    };
  }
}

/** The first row that differs, but always one that exists in both frames. */
function firstToWrite(before: readonly string[], next: readonly string[]): number {
  let same = 0;
  while (same < before.length && same < next.length && before[same] === next[same]) same++;
  return Math.max(0, Math.min(same, before.length - 1, next.length - 1));
}

function sameFrame(a: Frame, b: Frame): boolean {
  const sameRows = a.rows.length === b.rows.length && a.rows.every((row, index) => row === b.rows[index]);
  return sameRows && a.cursor?.row === b.cursor?.row && a.cursor?.column === b.cursor?.column;
}
