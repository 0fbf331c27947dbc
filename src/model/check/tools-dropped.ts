import type { ModelReply } from "../../core/ports/model.ts";
import type { CheckCase } from "./check-cases.ts";

/** What was sent to a model and what the server counted of it, in tokens. */
export interface Dropped {
  /** How many tokens the tools alone must have, at the least. */
  readonly tools: number;
  /** How many tokens the server counted beyond the words. */
  readonly counted: number;
}

export interface Played {
  readonly asked: CheckCase;
  readonly reply: ModelReply;
}

/** No server needs fewer tokens than this for the text of a schema: six characters for each. */
const mostCharacters = 6;

/**
 * Whether a server left out the tools it was sent: the model called none, and the server counted hardly more tokens
 * than the words alone have. Undefined: the tools arrived, or the server does not count.
 */
export function toolsDropped(played: readonly Played[]): Dropped | undefined {
  const counts = played.map(countsOf);
  const plain = counts.filter(({ tools, input }) => tools === 0 && input !== undefined);
  const withTools = counts.filter(({ tools, input }) => tools > 0 && input !== undefined);
  if (plain.length === 0 || withTools.length === 0 || withTools.some(({ called }) => called))
    return undefined;
  const perCharacter = sum(plain, ({ input = 0 }) => input) / sum(plain, ({ words }) => words);
  const words = sum(withTools, (one) => one.words) * perCharacter;
  const counted = Math.max(0, Math.round(sum(withTools, ({ input = 0 }) => input) - words));
  const tools = Math.round(sum(withTools, (one) => one.tools) / mostCharacters);
  return counted < tools / 2 ? { tools, counted } : undefined;
}

interface Counts {
  readonly words: number;
  readonly tools: number;
  readonly input: number | undefined;
  readonly called: boolean;
}

function countsOf({ asked: { request }, reply }: Played): Counts {
  return {
    words: request.system.length + JSON.stringify(request.messages).length,
    tools: request.tools.length === 0 ? 0 : JSON.stringify(request.tools).length,
    input: reply.usage?.input,
    called: reply.kind === "replied" && reply.calls.length > 0,
  };
}

function sum(all: readonly Counts[], of: (one: Counts) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
