import { type Key, KeyReader, markNoPastes, markPastes } from "../../core/views/line/keys.ts";
import { readKeys } from "./terminal.ts";

/** What hears of a terminal that it has to itself. */
interface Hearing {
  keys(keys: readonly Key[]): void;
  resized(): void;
  hold(): void;
  release(): void;
}

/** The process, as far as its end goes. */
interface Ending {
  on(event: "exit" | "uncaughtExceptionMonitor", listener: () => void): unknown;
  off(event: "exit" | "uncaughtExceptionMonitor", listener: () => void): unknown;
}

const esc = String.fromCharCode(0x1b);
const enter = `${esc}[?1049h${esc}[H${esc}[2J${markPastes}`;
const leave = `${markNoPastes}${esc}[0m${esc}[?25h${esc}[?1049l`;

/** The terminal for one program that draws all of it. However that ends, the terminal is then as it was before. */
export class WholeScreen {
  readonly stdout: NodeJS.WriteStream;
  readonly stdin: NodeJS.ReadStream;
  readonly colour: boolean;
  readonly #process: Ending;
  readonly #keys = new KeyReader();
  #hearing: Hearing | undefined;
  #noKeys: (() => void) | undefined;

  constructor(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream, colour: boolean, process: Ending) {
    this.stdin = stdin;
    this.stdout = stdout;
    this.colour = colour;
    this.#process = process;
  }

  begin(hearing: Hearing): void {
    this.#hearing = hearing;
    this.#process.on("exit", this.#restore);
    this.#process.on("uncaughtExceptionMonitor", this.#restore);
    this.stdout.on("resize", this.#resized);
    this.#take();
  }

  end(): void {
    if (!this.#hearing) return;
    this.#give();
    this.stdout.off("resize", this.#resized);
    this.#process.off("exit", this.#restore);
    this.#process.off("uncaughtExceptionMonitor", this.#restore);
    this.#hearing = undefined;
  }

  /** Lets another program have the terminal for a while. Before `begin` and after `end` it has it anyway. */
  async aside<T>(act: () => Promise<T>): Promise<T> {
    const hearing = this.#hearing;
    if (!hearing) return act();
    hearing.hold();
    this.#give();
    try {
      return await act();
    } finally {
      if (this.#hearing) {
        this.#take();
        hearing.release();
      }
    }
  }

  #take(): void {
    this.stdout.write(enter);
    this.#noKeys = readKeys(this.stdin, true, (text) => this.#hearing?.keys(this.#keys.read(text)));
  }

  #give(): void {
    this.#noKeys?.();
    this.#noKeys = undefined;
    this.stdout.write(leave);
  }

  readonly #resized = (): void => this.#hearing?.resized();
  readonly #restore = (): void => this.end();
}
