import { decide } from "../../core/decide/decide.ts";
import type { Wait } from "../../core/decide/waits/wait.ts";
import { Fault } from "../../core/fault.ts";
import type { State } from "../../core/state/state.ts";
import { isWithoutTalk } from "../../core/terms/policy.ts";
import { visible } from "../../core/text/visible.ts";
import { wordsOf } from "../../core/views/inbox/words-of.ts";
import { askedFor } from "../../core/views/rows/ask.ts";
import type { Layout } from "../../core/views/rows/layout.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { fitted } from "../../core/views/text-width.ts";
import { KeyReader } from "../../core/views/typed/keys.ts";
import {
  emptyLine,
  hasLines,
  shownRows,
  type TypedLine,
  textOf,
  typed,
} from "../../core/views/typed/line-editor.ts";
import { type Typable, typable } from "../../core/views/typed/typable.ts";
import { type Wish, wishOf } from "../../core/views/typed/wish.ts";
import type { Frame } from "./screen.ts";

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
  #notice = "";
  #wait: Wait | undefined;
  /** In small work, which the person has seen as a whole. */
  #enterShips = false;

  constructor(options: TalkLineOptions) {
    this.#options = options;
  }

  /** The rows at the bottom. A wait that was answered elsewhere disappears. */
  frame(state: State, layout: Layout): Frame {
    this.#wait = this.#openWaits(state)[0];
    const { paint, width } = layout;
    this.#enterShips = isWithoutTalk(state.session.policy);
    const asked = this.#wait && askedFor(this.#wait, layout, this.#options.branch, this.#enterShips);
    const head = asked
      ? [
          ...this.#notes(state, width).map((row) => paint("warn", row)),
          paint("bold", fitted(asked.text, width)),
          paint("dim", fitted(asked.hint, width)),
        ]
      : [];
    const notice = this.#notice === "" ? [] : [paint("warn", fitted(this.#notice, width))];
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

  /** Whether the person postponed everything that waits and nothing else goes on. */
  isLeft(state: State): boolean {
    const { ending, waits } = decide(state, this.#options.now());
    const isStill = ending?.kind === "waiting" || ending?.kind === "over-budget";
    return isStill && waits.every((wait) => this.#later.has(wait.id));
  }

  read(chunk: string): void {
    for (const key of this.#keys.read(chunk)) {
      if (key.name === "interrupt") this.#options.interrupt();
      else if (key.name === "enter") this.#enter();
      else if (key.name === "send") this.#sendTyped();
      else {
        this.#line = typed(this.#line, key);
        this.#notice = "";
      }
    }
    this.#options.changed();
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
    this.#line = emptyLine;
    try {
      await this.#perform(wish);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#notice = error.message;
      this.#options.changed();
    }
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
