import type { Spoken } from "./answer.ts";

/** Four characters to a token, on all wires: nobody here has a tokenizer, and every count can be checked by hand. */
export const charactersPerToken = 4;

export function tokensOf(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

/** What one exchange cost. `plain`, `cacheRead` and `cacheWrite` together are all that was sent. */
export interface TokenCount {
  readonly plain: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that lives for an hour. */
  readonly cacheWriteHour: number;
  /** All that was said, thinking included. */
  readonly output: number;
  readonly reasoning: number;
}

export function inputOf({ plain, cacheRead, cacheWrite }: TokenCount): number {
  return plain + cacheRead + cacheWrite;
}

export function outputTokens(said: Spoken): Pick<TokenCount, "output" | "reasoning"> {
  const calls = said.calls.reduce((sum, call) => sum + call.tool.length + call.json.length, 0);
  const reasoning = tokensOf(said.reasoning.length);
  return { output: reasoning + tokensOf(said.text.length + calls), reasoning };
}
