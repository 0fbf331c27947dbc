import { Fault } from "../../../src/core/fault.ts";
import { RehearsalModel } from "../../../src/model/rehearsal/rehearsal-model.ts";
import type { Rehearsal, ScriptLine } from "../../../src/model/rehearsal/rehearsal-script.ts";
import { realClock } from "../plain.ts";
import type { Answer } from "./answer.ts";
import { type Asked, textOf } from "./asked.ts";
import type { Recorded } from "./recorded.ts";

export type ScriptedRehearsal = Pick<Rehearsal, "name" | "lines">;
export type Answerer = (asked: Asked, request: Recorded) => Answer | Promise<Answer>;
export type Answers = ScriptedRehearsal | Answerer;

/** Which ask of which thread a request is. */
export interface AskedAs {
  readonly thread: string;
  readonly ask: number;
}
export type Resolve = (asked: Asked) => AskedAs | undefined;

/** Texts that the request must hold, or a judgement about it. */
export type Expected = readonly string[] | ((asked: Asked) => boolean);

/** The script has no answer for this. */
class Unscripted extends Error {
  override readonly name = "Unscripted";
}

/** Where answers come from: first what was queued, then the rehearsal or the function. */
export class Script {
  readonly #queue: { readonly answer: Answer; readonly expected: Expected }[] = [];
  readonly #answerer: Answerer;
  readonly #model: RehearsalModel | undefined;

  constructor(answers: Answers | undefined, resolve: Resolve | undefined) {
    if (answers === undefined || typeof answers === "function") {
      this.#answerer = answers ?? nothingLeft;
      return;
    }
    const model = new RehearsalModel(answers, realClock, 0);
    this.#model = model;
    this.#answerer = async (asked, request) => {
      request.by ??= resolve?.(asked) ?? onlyFit(answers, asked);
      return lineFor(model, asked, request.by);
    };
  }

  queue(answer: Answer, expected: Expected): void {
    this.#queue.push({ answer, expected });
  }

  async answer(asked: Asked, request: Recorded): Promise<Answer> {
    const next = this.#queue.shift();
    if (next === undefined) return this.#answerer(asked, request);
    if (!holds(next.expected, asked))
      throw new Unscripted(
        `This request is not the one that was expected. It ends: ${JSON.stringify(textOf(asked).slice(-300))}`,
      );
    return next.answer;
  }

  /** Throws when something was not asked for. */
  assertSpent(): void {
    if (this.#queue.length > 0) throw new Error(`${this.#queue.length} replies were not asked for`);
    this.#model?.assertSpent();
  }
}

function nothingLeft(asked: Asked): never {
  throw new Unscripted(
    `Nothing is scripted for this request. It ends: ${JSON.stringify(textOf(asked).slice(-300))}`,
  );
}

function holds(expected: Expected, asked: Asked): boolean {
  if (typeof expected === "function") return expected(asked);
  const text = textOf(asked);
  return expected.every((part) => text.includes(part));
}

async function lineFor(model: RehearsalModel, asked: Asked, by: AskedAs): Promise<Answer> {
  try {
    const seat = ""; // only signals say who speaks, and nobody hears them here
    const reply = await model.reply(asked, { ...by, seat }, () => {}, new AbortController().signal);
    if (reply.kind === "failed") throw new Error("a rehearsal does not fail");
    return { text: reply.text, calls: reply.calls };
  } catch (error) {
    if (error instanceof Fault) throw new Unscripted(error.message, { cause: error });
    throw error;
  }
}

/** The one line that can be meant: its needs hold, its tools are offered, and as many asks went before as it says. */
function onlyFit({ name, lines }: ScriptedRehearsal, asked: Asked): AskedAs {
  const text = textOf(asked);
  const before = asked.messages.filter((message) => message.role === "assistant").length;
  const offered = new Set(asked.tools.map((tool) => tool.name));
  const isMeant = (line: ScriptLine) =>
    line.ask === before + 1 &&
    line.needs.every((part) => text.includes(part)) &&
    !line.lacks.some((part) => text.includes(part)) &&
    line.calls.every((call) => offered.has(call.tool));
  const fitting = lines.filter(isMeant);
  const [line] = fitting;
  if (line && fitting.length === 1) return { thread: line.thread, ask: line.ask };
  const names = fitting.map(({ thread, ask }) => `${thread}#${ask}`).join(", ");
  throw new Unscripted(
    `Of the rehearsal ${name} ${fitting.length} lines fit (${names}): say which with the header x-huddle-ask or with resolve.`,
  );
}
