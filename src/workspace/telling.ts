import type { Printed } from "../core/ports/signal.ts";
import { type Redaction, withoutKeyShapes } from "../core/text/redaction.ts";
import { stripControl } from "../core/text/strip-control.ts";
import type { runCommand } from "./processes/run-command.ts";

/** Most characters of one command that are told while it runs. All that is kept is kept elsewhere. */
const mostTold = 1024 * 1024;

/** A line that does not end is told in pieces of this size. */
const longestLine = 8 * 1024;

export type Tell = (printed: Printed) => void;

/** Runs commands in the same way, and tells what each prints as it prints it. */
export function telling(run: typeof runCommand, tell: Tell): typeof runCommand {
  let runs = 0;
  return async (command, signal) => {
    runs += 1;
    const about = { command: command.command, run: runs };
    const lines = new ToldLines(command.redaction, (text) => tell({ ...about, text }));
    const onText = (text: string) => {
      command.onText?.(text);
      lines.write(text);
    };
    tell({ ...about, text: "", withinMs: command.timeoutMs });
    try {
      return await run({ ...command, onText }, signal);
    } finally {
      lines.end();
      tell({ ...about, text: "", ended: true });
    }
  };
}

/** Work that waits for its turn: told while it waits, and when its turn has come. */
export function inLine<T>(tell: Tell | undefined, command: string, work: () => Promise<T>): () => Promise<T> {
  const about = { command, run: 0, text: "" };
  tell?.({ ...about, waits: true });
  return () => {
    tell?.({ ...about, withinMs: 0 });
    return work();
  };
}

/** Passes text on in whole lines, harmless and up to a limit. */
class ToldLines {
  readonly #redaction: Redaction;
  readonly #tell: (text: string) => void;
  #rest = "";
  #room = mostTold;

  constructor(redaction: Redaction, tell: (text: string) => void) {
    this.#redaction = redaction;
    this.#tell = tell;
  }

  write(text: string): void {
    if (this.#room <= 0) return;
    const all = this.#rest + text;
    const whole = all.lastIndexOf("\n") + 1 || endOfPiece(all);
    this.#rest = all.slice(whole);
    this.#pass(all.slice(0, whole));
  }

  end(): void {
    this.#pass(this.#rest);
    this.#rest = "";
  }

  /** What a key looks like shows only when the colours are gone. */
  #pass(text: string): void {
    if (text === "" || this.#room <= 0) return;
    const shown = withoutKeyShapes(this.#redaction.redact(stripControl(text)));
    this.#tell(shown.slice(0, this.#room));
    this.#room -= shown.length;
    if (this.#room <= 0) this.#tell(enough);
  }
}

/** Of a line that has not ended. It is not cut within a word, which may be a key. */
function endOfPiece(line: string): number {
  return line.length < longestLine ? 0 : line.lastIndexOf(" ") + 1 || line.length;
}

const enough =
  "\n[It prints more than can be followed here. What is kept of it is shown when it has ended.]\n";
