import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;
type Failed = Extract<ModelReply, { kind: "failed" }>;
export type Spoken =
  | ModelReply
  | ((request: Request, by: AskedBy, signal: AbortSignal) => Promise<ModelReply>);

export const says = {
  text: (text: string): Replied => ({
    kind: "replied",
    text,
    calls: [],
    finish: "stop",
    usage: { input: 1, output: 1 },
  }),
  call: (tool: string, input: unknown = {}): Replied => says.calls({ tool, input }),
  calls: (...calls: Replied["calls"]): Replied => ({ ...says.text(""), calls, finish: "tools" }),
  cut: (text: string, ...calls: Replied["calls"]): Replied => ({
    ...says.text(text),
    calls,
    finish: "length",
  }),
  failed: (text: string, more: Partial<Failed> = {}): Failed => ({
    kind: "failed",
    failure: "overload",
    text,
    ...more,
  }),
};

/** Says its lines in order, throws on a request it has no line for, and remembers what it was asked. */
export class ScriptedModel implements Model {
  readonly requests: Request[] = [];
  readonly askedBy: AskedBy[] = [];
  readonly #lines: Spoken[];

  constructor(...lines: Spoken[]) {
    this.#lines = lines;
  }

  async reply(request: Request, by: AskedBy, _: unknown, signal: AbortSignal): Promise<ModelReply> {
    this.requests.push(request);
    this.askedBy.push(by);
    const line = this.#lines.shift();
    if (line === undefined) throw new Error(`the script has no line for ${by.thread}, ask ${by.ask}`);
    return typeof line === "function" ? line(request, by, signal) : line;
  }

  assertSpent(): void {
    if (this.#lines.length > 0) throw new Error(`${this.#lines.length} lines were not asked for`);
  }
}

/** The words a request ends with. */
export function lastBlock(request: Request | undefined): string | undefined {
  const last = request?.messages.at(-1);
  return last?.role === "user" ? last.blocks.at(-1) : undefined;
}
