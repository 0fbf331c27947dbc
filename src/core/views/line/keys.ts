/** One action on the keyboard. `text` is what was typed or pasted; only a paste has line ends in it. */
export type Key = { readonly name: "text"; readonly text: string } | { readonly name: KeyName };

export type KeyName = (typeof keyNames)[number] | "other";

/** Every key with a name of its own. What a key does is said where it does it. */
export const keyNames = [
  "enter",
  "newline",
  "send",
  "backspace",
  "delete",
  "erase-word",
  "clear",
  "left",
  "right",
  "home",
  "end",
  "up",
  "down",
  "row-up",
  "row-down",
  "page-up",
  "page-down",
  "oldest",
  "newest",
  "phase-up",
  "phase-down",
  "tab",
  "back-tab",
  "palette",
  "help",
  "find",
  "go-1",
  "go-2",
  "go-3",
  "go-4",
  "go-5",
  "go-6",
  "go-7",
  "go-8",
  "go-9",
  "view",
  "run",
  "redraw",
  "escape",
  "interrupt",
] as const;

const esc = String.fromCharCode(0x1b);
const pasteBegins = `${esc}[200~`;
const pasteEnds = `${esc}[201~`;
/** How each key is written for a person. */
export const keyLabels: Readonly<Record<(typeof keyNames)[number], string>> = {
  enter: "Enter",
  newline: "Alt-Enter",
  send: "Ctrl-D",
  backspace: "Backspace",
  delete: "Delete",
  "erase-word": "Ctrl-W",
  clear: "Ctrl-U",
  left: "←",
  right: "→",
  home: "Home, Ctrl-A",
  end: "End, Ctrl-E",
  up: "↑",
  down: "↓",
  "row-up": "Shift-↑",
  "row-down": "Shift-↓",
  "page-up": "PgUp",
  "page-down": "PgDn",
  oldest: "Ctrl-Home",
  newest: "Ctrl-End",
  "phase-up": "Alt-↑",
  "phase-down": "Alt-↓",
  tab: "Tab",
  "back-tab": "Shift-Tab",
  palette: "Ctrl-K",
  help: "F1",
  find: "Ctrl-F",
  "go-1": "Alt-1",
  "go-2": "Alt-2",
  "go-3": "Alt-3",
  "go-4": "Alt-4",
  "go-5": "Alt-5",
  "go-6": "Alt-6",
  "go-7": "Alt-7",
  "go-8": "Alt-8",
  "go-9": "Alt-9",
  view: "Ctrl-O",
  run: "Ctrl-R",
  redraw: "Ctrl-L",
  escape: "Esc",
  interrupt: "Ctrl-C",
};

/** Asks the terminal to mark pasted text, so that a line end in it does not send the line. */
export const markPastes = `${esc}[?2004h`;
export const markNoPastes = `${esc}[?2004l`;

const named: Readonly<Record<string, KeyName>> = {
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
  [`${esc}\u007f`]: "erase-word",
  [esc]: "escape",
  [`${esc}\r`]: "newline",
  [`${esc}\n`]: "newline",
  "\t": "tab",
  [`${esc}[Z`]: "back-tab",
  "\u000b": "palette",
  [`${esc}OP`]: "help",
  [`${esc}[11~`]: "help",
  "\u0006": "find",
  ...Object.fromEntries(
    (["go-1", "go-2", "go-3", "go-4", "go-5", "go-6", "go-7", "go-8", "go-9"] as const).map(
      (name) => [`${esc}${name.slice(3)}`, name] as const,
    ),
  ),
  "\u000c": "redraw",
  "\u000f": "view",
  "\u0012": "run",
  [`${esc}[A`]: "up",
  [`${esc}OA`]: "up",
  [`${esc}[B`]: "down",
  [`${esc}OB`]: "down",
  [`${esc}[C`]: "right",
  [`${esc}OC`]: "right",
  [`${esc}[D`]: "left",
  [`${esc}OD`]: "left",
  [`${esc}[H`]: "home",
  [`${esc}OH`]: "home",
  [`${esc}[1~`]: "home",
  [`${esc}[F`]: "end",
  [`${esc}OF`]: "end",
  [`${esc}[4~`]: "end",
  [`${esc}[3~`]: "delete",
  [`${esc}[5~`]: "page-up",
  [`${esc}[6~`]: "page-down",
  [`${esc}[1;2A`]: "row-up",
  [`${esc}[1;5A`]: "row-up",
  [`${esc}[1;2B`]: "row-down",
  [`${esc}[1;5B`]: "row-down",
  [`${esc}[1;3A`]: "phase-up",
  [`${esc}[1;3B`]: "phase-down",
  [`${esc}[1;5H`]: "oldest",
  [`${esc}[1;5F`]: "newest",
};

const pieces = new RegExp(
  `${esc}(?:\\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z]|[\\r\\n\\u007f]|[^\\[O\\p{Cc}])?|[\\s\\S]`,
  "gu",
);

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
