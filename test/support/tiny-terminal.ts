const esc = String.fromCharCode(0x1b);
const bell = "\u0007";
/** A title, a message or a bell: it changes nothing that stands on the screen. */
const aside = `${esc}\\][^${esc}${bell}]*${esc}\\\\|${bell}`;
const pieces = new RegExp(`${aside}|${esc}\\[[?0-9;]*[A-Za-z]|\\r|\\n|[^${esc}\\r\\n]`, "gu");

/** As much of a terminal as our screens use: rows, a cursor, and the few sequences that move it or clear. */
export class TinyTerminal {
  readonly #columns: number;
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;
  cursorShown = true;
  written = "";

  constructor(columns: number) {
    this.#columns = columns;
  }

  write(text: string): void {
    this.written += text;
    for (const [piece] of text.matchAll(pieces)) this.#take(piece);
  }

  /** What is seen, without colours and without the empty end. */
  get text(): string {
    return this.#rows
      .map((row) =>
        Array.from(row, (one) => one ?? " ")
          .join("")
          .trimEnd(),
      )
      .join("\n")
      .trimEnd();
  }

  get cursor(): readonly [row: number, column: number] {
    return [this.#row, this.#column];
  }

  #take(piece: string): void {
    if (piece === bell || piece.startsWith(`${esc}]`)) return;
    if (piece === "\r") this.#column = 0;
    else if (piece === "\n") this.#move(this.#row + 1);
    else if (piece.startsWith("\u001b")) this.#control(piece);
    else {
      if (this.#column >= this.#columns) throw new Error("a row ran over the edge");
      const row = this.#rows[this.#row];
      if (row) row[this.#column] = piece;
      this.#column++;
    }
  }

  #control(piece: string): void {
    const number = Number(/\d+/.exec(piece)?.[0] ?? 1);
    if (piece === "\u001b[?25l") this.cursorShown = false;
    else if (piece === "\u001b[?25h") this.cursorShown = true;
    else if (piece.endsWith("A")) this.#move(this.#row - number);
    else if (piece.endsWith("B")) this.#move(this.#row + number);
    else if (piece.endsWith("C")) this.#column += number;
    else if (piece.endsWith("K")) this.#rows[this.#row]?.splice(this.#column);
    else if (piece.endsWith("J")) {
      this.#rows[this.#row]?.splice(this.#column);
      this.#rows.splice(this.#row + 1);
    } else if (!piece.endsWith("m") && !piece.includes("?2004"))
      throw new Error(`unknown to this terminal: ${JSON.stringify(piece)}`);
  }

  #move(row: number): void {
    if (row < 0) throw new Error("above the first row");
    this.#row = row;
    while (this.#rows.length <= row) this.#rows.push([]);
  }
}
