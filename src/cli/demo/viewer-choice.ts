import type { QuestionWait } from "../../core/decide/waits/question.ts";
import { KeyReader } from "../../core/views/line/keys.ts";
import type { Frame } from "../../core/views/rows/frame.ts";
import type { Layout } from "../../core/views/rows/layout.ts";
import { fitted } from "../../core/views/text-width.ts";

export interface ViewerChoiceOptions {
  /** Milliseconds, from any starting point. */
  now(): number;
  choose(wait: QuestionWait, option: number): Promise<void>;
  interrupt(): void;
  changed(): void;
}

const kindWords = "This is a script: they cannot hear you. A team of your own will.";
const noticeMs = 4_000;

/** Lets the viewer of a demo choose where the script forks. To any other input it replies that this is a script. */
export class ViewerChoice {
  readonly #options: ViewerChoiceOptions;
  readonly #keys = new KeyReader();
  #asked: { readonly wait: QuestionWait; readonly scripted: number; readonly until: number } | undefined;
  #noticeUntil = 0;

  constructor(options: ViewerChoiceOptions) {
    this.#options = options;
  }

  ask(wait: QuestionWait, scripted: number, delayMs: number): void {
    this.#asked = { wait, scripted, until: this.#options.now() + delayMs };
    this.#options.changed();
  }

  done(): void {
    this.#asked = undefined;
    this.#noticeUntil = 0;
  }

  /** Seconds until the script chooses; undefined while nothing is asked. */
  get left(): number | undefined {
    return this.#asked && Math.max(0, Math.ceil((this.#asked.until - this.#options.now()) / 1000));
  }

  frame({ paint, width }: Layout): Frame {
    const isNoticed = this.#options.now() < this.#noticeUntil;
    const notice = isNoticed ? ["", paint("warn", fitted(kindWords, width))] : [];
    if (!this.#asked) return { rows: notice };
    const { wait, scripted } = this.#asked;
    const numbers = wait.options.map((_, index) => index + 1).join(" or ");
    const text = `You choose: press ${numbers} (Enter: ${scripted}). Otherwise the script takes ${scripted} in ${this.left} s.`;
    return { rows: [...notice, "", paint("bold", fitted(text, width))] };
  }

  read(chunk: string): void {
    for (const key of this.#keys.read(chunk)) {
      if (key.name === "interrupt") {
        this.#options.interrupt();
        continue;
      }
      const option = this.#asked && optionOf(key, this.#asked);
      if (this.#asked && option !== undefined) {
        const { wait } = this.#asked;
        this.done();
        void this.#options.choose(wait, option);
      } else if (key.name === "text") {
        this.#noticeUntil = this.#options.now() + noticeMs;
      }
    }
    this.#options.changed();
  }
}

function optionOf(
  key: ReturnType<KeyReader["read"]>[number],
  { wait, scripted }: { readonly wait: QuestionWait; readonly scripted: number },
): number | undefined {
  if (key.name === "enter") return scripted;
  const number = key.name === "text" && /^[1-9]$/.test(key.text) ? Number(key.text) : undefined;
  return number !== undefined && number <= wait.options.length ? number : undefined;
}
