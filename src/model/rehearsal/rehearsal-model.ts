import { Fault } from "../../core/fault.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { AskedBy, Model, ModelReply } from "../../core/ports/model.ts";
import type { Message, Request } from "../../core/ports/request.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { citingDecisions } from "./citing-decisions.ts";
import type { Rehearsal, ScriptLine } from "./rehearsal-script.ts";

/** The timing at speed 1: a beat before each line, then word by word; tools are quick. */
const beatMs = 450;
const letterMs = 10;
const callMs = 160;
const charactersPerToken = 4;

/**
 * A scripted team. The request selects the line, never a cursor, so the same request after a kill gets the same
 * answer. A request without a line is a fault.
 */
export class RehearsalModel implements Model {
  readonly #lines: readonly ScriptLine[];
  readonly #name: string;
  readonly #clock: Clock;
  readonly #speed: number;
  readonly #spoken = new Set<ScriptLine>();

  /** `speed` 1 is for watching, 2 twice as fast; 0 makes no pauses. */
  constructor(rehearsal: Pick<Rehearsal, "name" | "lines">, clock: Clock, speed: number) {
    this.#name = rehearsal.name;
    this.#lines = rehearsal.lines;
    this.#clock = clock;
    this.#speed = speed;
  }

  async reply(
    request: Request,
    by: AskedBy,
    emit: (signal: Signal) => void,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    signal.throwIfAborted();
    const line = this.#find(request, by);
    const { thread, ask, seat } = by;
    emit({ type: "ask.began", thread, ask, seat });
    try {
      await this.#pause(beatMs, signal);
      for (const text of piecesOf(line.say)) {
        emit({ type: "text.delta", thread, ask, seat, text });
        await this.#pause(text.length * letterMs, signal);
      }
      await this.#pause(line.calls.length * callMs, signal);
    } finally {
      emit({ type: "ask.ended", thread, ask, seat });
    }
    this.#spoken.add(line);
    return {
      kind: "replied",
      text: line.say,
      calls: citingDecisions(line.calls, requestText(request)),
      finish: line.calls.length > 0 ? "tools" : "stop",
      usage: estimatedUsage(request, line),
    };
  }

  /** Lines that no request used. Lines of a branch that was not taken do not count. */
  unused(): readonly string[] {
    const taken = new Set([...this.#spoken].flatMap((line) => line.branch ?? []));
    return this.#lines
      .filter((line) => !this.#spoken.has(line) && (line.branch === undefined || taken.has(line.branch)))
      .map(nameOf);
  }

  /** For tests: throws when a line is left over. */
  assertSpent(): void {
    const left = this.unused();
    if (left.length > 0)
      throw new Error(`The rehearsal ${this.#name} has lines that no request used: ${left.join("; ")}`);
  }

  #find(request: Request, by: AskedBy): ScriptLine {
    const here = this.#lines.filter((line) => line.thread === by.thread && line.ask === by.ask);
    const text = requestText(request);
    const fitting = here.filter((line) => missesOf(line, text).length === 0);
    const [line] = fitting;
    if (line && fitting.length === 1) return line;
    throw new Fault("model.unscripted", unscripted(this.#name, by, here, fitting, text));
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#speed > 0 && ms > 0) await this.#clock.sleep(ms / this.#speed, signal);
    signal.throwIfAborted();
  }
}

/** Words with the space that follows them. Joined, they are the text again. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Everything a line can match: rules and messages, with calls and results, but not the tools. */
function requestText(request: Request): string {
  return [request.system, ...request.messages.flatMap(messageTexts)].join("\n");
}

function messageTexts(message: Message): readonly string[] {
  switch (message.role) {
    case "user":
      return message.blocks;
    case "assistant":
      return [message.text, ...message.calls.map((call) => JSON.stringify(call.input))];
    case "tool":
      return message.results.map((result) => result.text);
  }
}

function missesOf(line: ScriptLine, text: string): readonly string[] {
  const needed = line.needs.filter((part) => !text.includes(part)).map((part) => `needs "${part}"`);
  const unwanted = line.lacks.filter((part) => text.includes(part)).map((part) => `must not have "${part}"`);
  return [...needed, ...unwanted];
}

function unscripted(
  name: string,
  { thread, ask }: AskedBy,
  here: readonly ScriptLine[],
  fitting: readonly ScriptLine[],
  text: string,
): string {
  const ends = `The request ends: ${JSON.stringify(text.slice(-300))}`;
  const where = `${thread}, ask ${ask}`;
  if (here.length === 0) return `This is a script: the rehearsal ${name} has no line for ${where}. ${ends}`;
  if (fitting.length > 1)
    return `The rehearsal ${name} has ${fitting.length} lines that fit ${where}. ${ends}`;
  const misses = here.map((line) => missesOf(line, text).join(" and ")).join("; or ");
  return `This is a script: no line of the rehearsal ${name} fits ${where}. It ${misses}. ${ends}`;
}

function nameOf(line: ScriptLine): string {
  return `${line.thread}, ask ${line.ask}${line.branch === undefined ? "" : ` (${line.branch})`}`;
}

/** An estimate of four characters per token. */
function estimatedUsage(
  request: Request,
  line: ScriptLine,
): { readonly input: number; readonly output: number } {
  const said = line.say.length + (line.calls.length > 0 ? JSON.stringify(line.calls).length : 0);
  return {
    input: Math.ceil(JSON.stringify(request).length / charactersPerToken),
    output: Math.ceil(said / charactersPerToken),
  };
}
