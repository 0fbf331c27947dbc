import type { Message } from "../../core/ports/request.ts";

type Assistant = Extract<Message, { role: "assistant" }>;
type Tool = Extract<Message, { role: "tool" }>;

/**
 * The same conversation as all providers accept it: nothing empty, every call answered exactly once and right after it,
 * a user message first, and never the model's own last.
 */
export function cleanMessages(messages: readonly Message[]): readonly Message[] {
  const clean: Message[] = [];
  messages.forEach((message, index) => {
    if (message.role === "user") {
      const blocks = message.blocks.filter(says);
      if (blocks.length > 0) clean.push({ role: "user", blocks });
    }
    if (message.role === "assistant" && (says(message.text) || message.calls.length > 0)) {
      clean.push(message);
      if (message.calls.length > 0) clean.push(answers(message, messages.slice(index + 1)));
    }
  });
  if (clean[0]?.role !== "user") clean.unshift({ role: "user", blocks: ["Begin."] });
  if (clean.at(-1)?.role === "assistant") clean.push({ role: "user", blocks: ["Go on."] });
  return clean;
}

export function says(text: string): boolean {
  return text.trim() !== "";
}

function answers({ calls }: Assistant, after: readonly Message[]): Tool {
  const next = after.findIndex((message) => message.role === "assistant");
  const results = after
    .slice(0, next === -1 ? after.length : next)
    .flatMap((message) => (message.role === "tool" ? message.results : []));
  return {
    role: "tool",
    results: calls.map(
      ({ id }) =>
        results.find((result) => result.id === id) ?? { id, text: "There is no result.", failed: true },
    ),
  };
}
