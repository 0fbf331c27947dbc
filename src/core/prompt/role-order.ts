import type { Message } from "../ports/request.ts";

/**
 * The same conversation in the form that every provider accepts: nothing empty, a person's words first, never two
 * messages of the same role in a row, and never the model's own words last. Words are only added at the end, so
 * positions stay valid.
 */
export function inTurns(messages: readonly Message[]): readonly Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const said = withoutBlanks(message);
    if (!said) continue;
    const last = all.at(-1);
    if (said.role === "user" && last?.role === "user")
      all[all.length - 1] = { role: "user", blocks: [...last.blocks, ...said.blocks] };
    else if (said.role === "assistant" && last?.role === "assistant") all.push(goOn, said);
    else all.push(said);
  }
  if (all[0]?.role !== "user") all.unshift({ role: "user", blocks: ["Begin."] });
  if (all.at(-1)?.role === "assistant") all.push(goOn);
  return all;
}

const goOn: Message = { role: "user", blocks: ["Go on."] };

function withoutBlanks(message: Message): Message | undefined {
  switch (message.role) {
    case "user": {
      const blocks = message.blocks.filter((text) => text.trim() !== "");
      return blocks.length > 0 ? { role: "user", blocks } : undefined;
    }
    case "assistant":
      return message.text.trim() === "" && message.calls.length === 0 ? undefined : message;
    case "tool":
      return message.results.length > 0 ? message : undefined;
  }
}
