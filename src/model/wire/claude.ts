import type { Request } from "../../core/ports/request.ts";
import { partsFor } from "./opaque.ts";

/**
 * Whether a Claude model thinks by default, which rules out a forced tool. Versions up to 4 do not; newer ones are
 * assumed to.
 */
export function thinksByItself(id: string): boolean {
  return !/claude-(instant|2|3|[a-z]+-4)\b/.test(id);
}

/**
 * Newer models accept their earlier thinking only after exactly the conversation that led to it, and reject the whole
 * request otherwise. Ours may change: old results become shorter. So the provider may drop the thinking.
 */
export function thinkingOptions(request: Request, id: string) {
  if (!thinksByItself(id) || !replaysThinking(request)) return {};
  const blockBinding = { prefixMismatchBehavior: "drop_block" };
  return bindsThinking.test(id) ? { thinking: { type: "adaptive", blockBinding } } : {};
}

const bindsThinking = /claude-((fable|mythos)-5-[1-9]|(opus|sonnet|haiku)-5-[5-9]|[a-z]+-[6-9])/;

function replaysThinking({ messages, model }: Request): boolean {
  return messages.some(
    (message) =>
      message.role === "assistant" &&
      partsFor(model, message.opaque)?.some((part) => part.kind === "reasoning") === true,
  );
}
