import type { Emitted, Signal } from "../../core/ports/signal.ts";

type Printing = Extract<Signal, { type: "run.printed" }>;

/** Most characters that are kept of one command, and most commands. */
const mostText = 16 * 1024;
const mostRuns = 32;

const cutOff = "[What it printed before is shown when it has ended.]\n";

/** The end of what each running command has printed, for viewers that come later. */
export class KeptPrints {
  readonly #runs = new Map<string, { readonly emitted: Emitted; readonly signal: Printing }>();

  note(emitted: Emitted): void {
    const { signal } = emitted;
    if (signal.type !== "run.printed") return;
    const key = `${signal.step} ${signal.run}`;
    if (signal.ended) {
      this.#runs.delete(key);
      return;
    }
    if (signal.text === "") return;
    const text = `${this.#runs.get(key)?.signal.text ?? ""}${signal.text}`;
    this.#runs.set(key, { emitted, signal: { ...signal, text: endOf(text) } });
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > mostRuns && oldest !== undefined) this.#runs.delete(oldest);
  }

  all(): readonly Emitted[] {
    return [...this.#runs.values()].map(({ emitted, signal }) => ({ ...emitted, signal, kept: true }));
  }
}

/** Whole lines, where there is more than one. */
function endOf(text: string): string {
  if (text.length <= mostText) return text;
  const end = text.slice(-mostText);
  return cutOff + end.slice(end.indexOf("\n") + 1);
}
