import { decide } from "../../decide/decide.ts";
import type { Wait } from "../../decide/waits/wait.ts";
import { Fault } from "../../fault.ts";
import type { State } from "../../state/state.ts";
import { isWithoutTalk } from "../../terms/policy.ts";
import { visible } from "../../text/visible.ts";
import { wordsOf } from "../inbox/words-of.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { Layout } from "../rows/layout.ts";
import { wrap } from "../rows/wrap.ts";
import { fitted } from "../text-width.ts";
import { type Typable, typable } from "../typed/typable.ts";
import { type Wish, wishOf } from "../typed/wish.ts";
import { askedFor, type InlineQuestion } from "./ask.ts";
import { type History, lookedUp, noHistory, withSent } from "./history.ts";
import { type Key, KeyReader } from "./keys.ts";
import { emptyLine, hasLines, lineOf, shownRows, type TypedLine, textOf, typed } from "./line-editor.ts";

export interface TalkLineOptions {
  now(): string;
  /** The branch that is checked out, as a target for shipping. */
  readonly branch: string | undefined;
  /** Does what the person wants. The line shows them a Fault. */
  perform(wish: Doable): Promise<void>;
  /** Prints what can be typed now. */
  list(rows: readonly Typable[]): void;
  interrupt(): void;
  /** The line must be redrawn. */
  changed(): void;
}

/** What the line does not settle by itself. */
export type Doable = Exclude<Wish, { kind: "unclear" | "later" | "list" | "pause" }>;

const sign = "› ";
/** Of a longer text, the rows around the cursor are shown. */
const mostRows = 8;
const manyHint = "Enter twice or Ctrl-D sends this · Esc throws it away";
/** More rows would leave no room for what goes on. */
const mostNotes = 12;

/** The input line at the bottom of a run: shows what waits for the person and takes what they type. */
export class TalkLine {
  readonly #options: TalkLineOptions;
  readonly #keys = new KeyReader();
  readonly #later = new Set<string>();
  #line: TypedLine = emptyLine;
  #history: History = noHistory;
  #notice = "";
  #wait: Wait | undefined;
  /** Everything that waits and was not put off. */
  #openIds: readonly string[] = [];
  /** What the person turned to. The oldest comes first without it. */
  #turnedTo: string | undefined;
  /** What waited when the person began to type. Empty: nothing did. */
  #begunAbout = "";
  /** In small work, which the person has seen as a whole. */
  #enterShips = false;

  constructor(options: TalkLineOptions) {
    this.#options = options;
  }

  /** The rows at the bottom. A wait that was answered elsewhere disappears. */
  frame(state: State, layout: Layout): Frame {
    const { paint, width } = layout;
    const asked = this.#look(state, layout);
    const head = asked
      ? [
          ...this.#notes(state, width).map((row) => paint("warn", row)),
          paint("bold", fitted(asked.text, width)),
          paint("dim", fitted(`${this.#ofSeveral()}${asked.hint}`, width)),
        ]
      : [];
    const notice = this.#noticeRows(width).map((row) => paint("warn", row));
    const { rows: own, row, column } = shownRows(this.#line, width - sign.length, mostRows);
    const isIdle = this.#line.characters.length === 0 && !asked;
    const hint = fitted("say something to the team, or type ? for what else", width - sign.length);
    const [first = "", ...others] = isIdle ? [paint("dim", hint)] : own;
    const many = hasLines(this.#line) ? [paint("dim", fitted(manyHint, width))] : [];
    const above = ["", ...head, ...notice, ...many];
    return {
      rows: [...above, `${sign}${first}`, ...others.map((one) => " ".repeat(sign.length) + one)],
      cursor: { row: above.length + row, column: sign.length + column },
    };
  }

  /** The same for a terminal that only prints, without what is typed: what waits, and what was wrong with an answer. */
  lines(state: State, layout: Layout): readonly string[] {
    const { width } = layout;
    const asked = this.#look(state, layout);
    const notice = this.#noticeRows(width);
    if (!asked) return notice;
    const hint = `${this.#ofSeveral()}${asked.hint}`;
    return ["", ...this.#notes(state, width), ...wrap(asked.text, width), ...wrap(hint, width), ...notice];
  }

  #look(state: State, layout: Layout): InlineQuestion | undefined {
    const open = this.#openWaits(state);
    this.#wait = open.find(({ id }) => id === this.#turnedTo) ?? open[0];
    this.#openIds = open.map(({ id }) => id);
    this.#enterShips = isWithoutTalk(state.session.policy);
    return this.#wait && askedFor(this.#wait, layout, this.#options.branch, this.#enterShips);
  }

  /** Whether the person postponed everything that waits and nothing else goes on. */
  isLeft(state: State): boolean {
    const { ending, waits } = decide(state, this.#options.now());
    const isStill = ending?.kind === "waiting" || ending?.kind === "over-budget";
    return isStill && waits.every((wait) => this.#later.has(wait.id));
  }

  read(chunk: string): void {
    for (const key of this.#keys.read(chunk)) this.press(key);
    this.#options.changed();
  }

  /**
   * Whole lines, from a terminal that edits by itself. A line that was refused is not part of the next one. Returns
   * whether the last one was.
   */
  readLines(lines: readonly string[]): boolean {
    for (const line of lines) {
      if (this.#notice !== "" || !hasLines(this.#line)) this.#line = emptyLine;
      this.#edit({ name: "text", text: plainText(line) });
      this.#enter();
    }
    return this.#notice !== "";
  }

  get isEmpty(): boolean {
    return this.#line.characters.length === 0;
  }

  press(key: Key): void {
    if (key.name === "interrupt") this.#options.interrupt();
    else if (key.name === "enter") this.#enter();
    else if (key.name === "send") this.#sendTyped();
    else if (key.name === "tab") this.#turn();
    else this.#edit(key);
  }

  #edit(key: Key): void {
    if (this.isEmpty) this.#begunAbout = this.#waitId;
    this.#notice = "";
    const line = typed(this.#line, key);
    const isMoved = line.cursor !== this.#line.cursor || line.characters !== this.#line.characters;
    if (isMoved || (key.name !== "up" && key.name !== "down")) this.#line = line;
    else this.#lookUp(key.name === "up" ? -1 : 1);
  }

  #lookUp(by: -1 | 1): void {
    const found = lookedUp(this.#history, by, textOf(this.#line));
    if (!found) return;
    this.#history = found.history;
    this.#line = lineOf(found.text);
  }

  /** To the next of several things that wait. What is typed is about that one then. */
  #turn(): void {
    const at = this.#openIds.indexOf(this.#waitId);
    this.#turnedTo = this.#openIds[(at + 1) % this.#openIds.length];
    this.#begunAbout = this.#turnedTo ?? "";
  }

  get #waitId(): string {
    return this.#wait?.id ?? "";
  }

  #ofSeveral(): string {
    const of = this.#openIds.length;
    return of > 1 ? `${this.#openIds.indexOf(this.#waitId) + 1} of ${of} (Tab: the next) · ` : "";
  }

  /** In a text of several lines, Enter begins the next one, and on an empty last line it sends. */
  #enter(): void {
    const text = textOf(this.#line);
    const isContinued = text.endsWith("\\");
    if (isContinued) this.#line = typed(this.#line, { name: "backspace" });
    if (isContinued || (hasLines(this.#line) && !/\n\s*$/.test(text)))
      this.#line = typed(this.#line, { name: "newline" });
    else void this.#send();
  }

  #sendTyped(): void {
    if (textOf(this.#line).trim() !== "") void this.#send();
  }

  async #send(): Promise<void> {
    const text = textOf(this.#line);
    const ships = this.#enterShips && this.#wait?.kind === "ship";
    if (text.trim() === "" && !ships) return;
    const typed = text.trim() === "" ? "branch" : text;
    const wish = wishOf(typed, this.#wait, this.#options.branch);
    if (wish.kind === "unclear") {
      this.#notice = wish.hint;
      return;
    }
    if (this.#isOvertaken(wish, text)) return;
    this.#line = emptyLine;
    this.#history = withSent(this.#history, text);
    try {
      await this.#perform(wish);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#notice = error.message;
      this.#options.changed();
    }
  }

  /**
   * What waits has changed since the person began to type, so these words were not meant for it. They are kept; Enter
   * once more sends them.
   */
  #isOvertaken(wish: Exclude<Wish, { kind: "unclear" }>, text: string): boolean {
    const depends = !/^\s*[/!?]/.test(text) && text.trim() !== "" && wish.kind !== "list";
    if (!depends || this.#begunAbout === this.#waitId) return false;
    this.#begunAbout = this.#waitId;
    this.#notice = this.#wait
      ? "Something else waits now. Read it; Enter sends your words about it."
      : "What you typed about is settled. Enter tells the team these words.";
    return true;
  }

  async #perform(wish: Exclude<Wish, { kind: "unclear" }>): Promise<void> {
    switch (wish.kind) {
      case "later":
        this.#later.add(wish.id);
        return this.#options.changed();
      case "list":
        return this.#options.list(typable(this.#wait, this.#options.branch, this.#enterShips));
      case "pause":
        return this.#options.interrupt();
      default:
        return this.#options.perform(wish);
    }
  }

  #noticeRows(width: number): readonly string[] {
    if (this.#notice === "") return [];
    return wrap(plainText(this.#notice), width).slice(0, mostRows);
  }

  /** What the person should know before they answer. */
  #notes(state: State, width: number): readonly string[] {
    const notes = (this.#wait && wordsOf(this.#wait).notes?.(state)) ?? [];
    const rows = notes.flatMap((note) => wrap(`! ${visible(note)}`, width, 2));
    const left = rows.length - mostNotes;
    if (left <= 0) return rows;
    return [...rows.slice(0, mostNotes), fitted(`! ${left} more lines: huddle inbox`, width)];
  }

  #openWaits(state: State): readonly Wait[] {
    if (state.session.opened === 0) return [];
    return decide(state, this.#options.now()).waits.filter((wait) => !this.#later.has(wait.id));
  }
}
