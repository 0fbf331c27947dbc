import { decide } from "../../decide/decide.ts";
import type { Wait } from "../../decide/waits/wait.ts";
import { Fault } from "../../fault.ts";
import type { State } from "../../state/state.ts";
import { isWithoutTalk } from "../../terms/policy.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import type { Layout } from "../rows/layout.ts";
import { type Typable, typable } from "../typed/typable.ts";
import { inputFrame, inputLines } from "./input-frame.ts";
import { type Key, KeyReader } from "./keys.ts";
import { emptyLine, hasLines } from "./line-editor.ts";
import {
  afterTyped,
  type Doable,
  emptyInput,
  type InputAround,
  type Sent,
  type TalkInput,
  turnedTo,
} from "./talk-input.ts";

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

/** The input line at the bottom of a run: shows what waits for the person and takes what they type. */
export class TalkLine {
  readonly #options: TalkLineOptions;
  readonly #keys = new KeyReader();
  #input: TalkInput = emptyInput;
  #waits: readonly Wait[] = [];
  #enterShips = false;

  constructor(options: TalkLineOptions) {
    this.#options = options;
  }

  /** The rows at the bottom. A wait that was answered elsewhere disappears. */
  frame(state: State, layout: Layout): Frame {
    this.#look(state);
    return inputFrame(this.#input, this.#around, state, layout);
  }

  /** The same for a terminal that only prints, without what is typed: what waits, and what was wrong with an answer. */
  lines(state: State, layout: Layout): readonly string[] {
    this.#look(state);
    return inputLines(this.#input, this.#around, state, layout);
  }

  #look(state: State): void {
    this.#waits = state.session.opened === 0 ? [] : decide(state, this.#options.now()).waits;
    this.#enterShips = isWithoutTalk(state.session.policy);
  }

  /** Whether the person postponed everything that waits and nothing else goes on. */
  isLeft(state: State): boolean {
    const { ending, waits } = decide(state, this.#options.now());
    const isStill = ending?.kind === "waiting" || ending?.kind === "over-budget";
    return isStill && waits.every((wait) => this.#input.later.includes(wait.id));
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
      const { notice, line: before } = this.#input;
      if (notice !== "" || !hasLines(before)) this.#input = { ...this.#input, line: emptyLine };
      this.press({ name: "text", text: plainText(line) });
      this.press({ name: "enter" });
    }
    return this.#input.notice !== "";
  }

  get isEmpty(): boolean {
    return this.#input.line.characters.length === 0;
  }

  press(key: Key): void {
    if (key.name === "interrupt") {
      this.#options.interrupt();
      return;
    }
    const { input, sent } = afterTyped(this.#input, key, this.#around);
    this.#input = input;
    if (sent) void this.#perform(sent);
  }

  get #around(): InputAround {
    return { waits: this.#waits, branch: this.#options.branch, enterShips: this.#enterShips };
  }

  async #perform(sent: Sent): Promise<void> {
    if (sent.kind === "pause") return this.#options.interrupt();
    if (sent.kind === "list") {
      const wait = turnedTo(this.#input, this.#waits);
      return this.#options.list(typable(wait, this.#options.branch, this.#enterShips));
    }
    try {
      await this.#options.perform(sent);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#input = { ...this.#input, notice: error.message };
      this.#options.changed();
    }
  }
}
