import type { Request } from "../../core/ports/request.ts";
import { partsFor } from "./opaque.ts";

/**
 * Whether a Claude model thinks without being told to, which excludes a forced tool. Up to 4 they do not; whatever is
 * newer is taken to.
 */
export function thinksByItself(id: string): boolean {
  return !/claude-(instant|2|3|[a-z]+-4)\b/.test(id);
}

/**
 * Newer models take their thinking back only in front of the very conversation that it was thought in, and refuse the
 * whole request otherwise. Ours may change in front of it: old results become shorter. Better to lose the thought.
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
