import type { Asked, AskedMessage } from "../asked.ts";
import { charactersPerToken } from "../tokens.ts";

/**
 * What is left of a request in a window of so many tokens. Ollama says nothing: it keeps the rules and the newest
 * messages, and of a last message that is too long alone, the end.
 */
export function seenIn(asked: Asked, window: number): Asked {
  let room = window * charactersPerToken - asked.system.length - JSON.stringify(asked.tools).length;
  const kept: AskedMessage[] = [];
  for (const message of asked.messages.toReversed()) {
    const size = JSON.stringify(message).length;
    if (kept.length > 0 && size > room) break;
    kept.unshift(size > room ? lastOf(message, Math.max(0, room)) : message);
    room -= size;
  }
  return { ...asked, messages: kept };
}

function lastOf(message: AskedMessage, room: number): AskedMessage {
  if (message.role !== "user") return message;
  return { role: "user", blocks: [message.blocks.join("\n").slice(-room || undefined)] };
}
