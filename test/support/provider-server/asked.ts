import type { Message, ToolSpec } from "../../../src/core/ports/request.ts";

export type Wire = "anthropic" | "openai" | "google" | "ollama";

type Assistant = Extract<Message, { role: "assistant" }>;

/** Like a message of ours; on the wires that carry it, with the thinking that was sent back. */
export type AskedMessage =
  | Exclude<Message, Assistant>
  | (Assistant & { readonly reasoning?: readonly { readonly text: string; readonly signature?: string }[] });

export type ToolChoice = "auto" | "none" | "required" | { readonly tool: string };

/** What a request asks for, whichever wire it came over. Field names are those of `src/core/request.ts`. */
export interface Asked {
  readonly wire: Wire;
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly ToolSpec[];
  readonly system: string;
  readonly messages: readonly AskedMessage[];
  readonly toolChoice: ToolChoice;
  readonly maxTokens?: number;
  /** Where the cache marks stand, in order: `tools.2`, `system.0`, `messages.1.content.4`. Anthropic only. */
  readonly cacheMarks: readonly string[];
  /** Whether the model was told to think, where the wire has a word for it. */
  readonly thinks: boolean;
}

/** Everything a line of a rehearsal can ask for: rules and messages, with calls and results, but not the tools. */
export function textOf({ system, messages }: Pick<Asked, "system" | "messages">): string {
  return [system, ...messages.flatMap(textsOf)].join("\n");
}

function textsOf(message: AskedMessage): readonly string[] {
  switch (message.role) {
    case "user":
      return message.blocks;
    case "assistant":
      return [message.text, ...message.calls.map((call) => JSON.stringify(call.input))];
    case "tool":
      return message.results.map((result) => result.text);
  }
}
