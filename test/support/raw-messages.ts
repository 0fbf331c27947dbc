import type { Recorded } from "./provider-server/recorded.ts";

/** A message exactly as it stood on the wire. */
export interface RawMessage {
  readonly role: string;
  readonly parts: readonly unknown[];
}

/** The messages of a request as they were sent, whichever wire it was; rules stand apart from them. */
export function rawMessages({ body, wire }: Pick<Recorded, "body" | "wire">): readonly RawMessage[] {
  // The server has read it as a request of this wire, and refuses what is none.
  const { messages = [], contents = [] } = body as Readonly<Record<string, readonly Raw[] | undefined>>;
  if (wire === "google") return contents.map(({ role, parts = [] }) => ({ role, parts }));
  return messages
    .filter(({ role }) => role !== "system" && role !== "developer")
    .map(({ role, content, tool_calls: calls = [] }) => ({
      role,
      parts: [...(Array.isArray(content) ? content : [content ?? ""]), ...calls],
    }));
}

interface Raw {
  readonly role: string;
  readonly parts?: readonly unknown[];
  readonly content?: unknown;
  readonly tool_calls?: readonly unknown[];
}

/** What no provider should be sent: nothing at all, empty words, own words last, the same role twice. */
export function orderFaults(request: Pick<Recorded, "body" | "wire">): readonly string[] {
  const messages = rawMessages(request);
  const faults: string[] = [];
  if (messages[0]?.role !== "user") faults.push(`begins with ${messages[0]?.role}`);
  if (["assistant", "model"].includes(messages.at(-1)?.role ?? ""))
    faults.push("ends with the model's words");
  messages.forEach(({ role, parts }, index) => {
    const isOwn = role === "assistant" || role === "model";
    // Beside calls, OpenAI's wire has a place for words that may stay empty.
    const said = parts.filter((part) => !(isOwn && parts.length > 1 && isBlank(part)));
    if (said.length === 0 || said.some(isBlank)) faults.push(`message ${index} (${role}) is empty`);
    if (role !== "tool" && messages[index - 1]?.role === role) faults.push(`two of ${role} at ${index}`);
  });
  return faults;
}

function isBlank(part: unknown): boolean {
  const text = typeof part === "string" ? part : (part as { text?: unknown } | null)?.text;
  return typeof text === "string" && text.trim() === "";
}
