/** What the model behind a wire says. A scripted reply or a line of a rehearsal fits. */
export interface Answer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly AnswerCall[];
  readonly finish?: Finish;
}

export interface AnswerCall {
  readonly tool: string;
  readonly input?: unknown;
  /** What stands on the wire in place of the input as JSON. */
  readonly raw?: string;
  /** null: the call has no id. Left out: the server makes one. */
  readonly id?: string | null;
}

/** "refused": the model declined. "filtered": something in front of it did. */
export type Finish = "stop" | "tools" | "length" | "refused" | "filtered" | "malformed" | "other";

/** An answer with nothing left open. */
export interface Spoken {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly SpokenCall[];
  readonly finish: Finish;
}

export interface SpokenCall {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: unknown;
  readonly json: string;
}

export function spoken(answer: Answer, idOf: (index: number) => string): Spoken {
  const calls = (answer.calls ?? []).map((call, index) => ({
    id: call.id === null ? undefined : (call.id ?? idOf(index)),
    tool: call.tool,
    input: call.input ?? {},
    json: call.raw ?? JSON.stringify(call.input ?? {}),
  }));
  return {
    text: answer.text ?? "",
    reasoning: answer.reasoning ?? "",
    calls,
    finish: answer.finish ?? (calls.length > 0 ? "tools" : "stop"),
  };
}
