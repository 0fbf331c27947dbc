import type { Wire } from "./asked.ts";
import type { ModelCard } from "./model-card.ts";
import type { Trouble } from "./trouble.ts";

/** What a provider says to a prompt that does not fit its model; undefined when it fits. */
export function tooLong(wire: Wire, tokens: number, card: ModelCard | undefined): Trouble | undefined {
  const window = card?.window;
  if (window === undefined || tokens <= window) return undefined;
  if (wire === "anthropic")
    return { status: 400, message: `prompt is too long: ${tokens} tokens > ${window} maximum` };
  if (wire === "google")
    return {
      status: 400,
      message: `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`,
    };
  return {
    status: 400,
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    code: "context_length_exceeded",
    param: "messages",
  };
}
