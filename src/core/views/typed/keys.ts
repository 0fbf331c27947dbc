/** One action on the keyboard. `text` is what was typed or pasted; only a paste has line ends in it. */
export type Key =
  | { readonly name: "text"; readonly text: string }
  | { readonly name: "enter" | "backspace" | "delete" | "left" | "right" | "home" | "end" }
  | { readonly name: "newline" | "send" | "escape" | "clear" | "erase-word" | "interrupt" | "other" };

const esc = String.fromCharCode(0x1b);
const pasteBegins = `${esc}[200~`;
const pasteEnds = `${esc}[201~`;
/** Asks the terminal to mark pasted text, so that a line end in it does not send the line. */
export const markPastes = `${esc}[?2004h`;
export const markNoPastes = `${esc}[?2004l`;

const named: Readonly<Record<string, Exclude<Key["name"], "text">>> = {
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
  "\u0003": "interrupt",
  "\u0004": "send",
  "\u0001": "home",
  "\u0005": "end",
  "\u0015": "clear",
  "\u0017": "erase-word",
  [esc]: "escape",
  [`${esc}\r`]: "newline",
  [`${esc}\n`]: "newline",
  [`${esc}[C`]: "right",
  [`${esc}[D`]: "left",
  [`${esc}[H`]: "home",
  [`${esc}[F`]: "end",
  [`${esc}[3~`]: "delete",
};

const pieces = new RegExp(`${esc}(?:\\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|[^\\[O])?|[\\s\\S]`, "gu");

/** Reads keys from what the terminal sends; a paste may come in several chunks. */
export class KeyReader {
  #held = "";

  read(chunk: string): readonly Key[] {
    const text = this.#held + chunk;
    this.#held = "";
    const begins = text.indexOf(pasteBegins);
    if (begins < 0) return keysIn(text);
    const ends = text.indexOf(pasteEnds, begins);
    const before = keysIn(text.slice(0, begins));
    if (ends < 0) {
      this.#held = text.slice(begins);
      return before;
    }
    const pasted = text
      .slice(begins + pasteBegins.length, ends)
      .replace(/\r\n?/g, "\n")
      .trimEnd();
    return [
      ...before,
      { name: "text", text: printable(pasted) },
      ...this.read(text.slice(ends + pasteEnds.length)),
    ];
  }
}

function keysIn(text: string): readonly Key[] {
  return (text.match(pieces) ?? []).map((piece): Key => {
    const name = named[piece];
    if (name !== undefined) return { name };
    const typed = printable(piece);
    return typed === "" || piece.startsWith(esc) ? { name: "other" } : { name: "text", text: typed };
  });
}

function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}/gu, "");
}
