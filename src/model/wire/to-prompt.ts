import type {
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3TextPart,
} from "@ai-sdk/provider";
import type { Message, Request } from "../../core/ports/request.ts";
import type { Endpoint } from "../endpoint.ts";
import { cacheMarks } from "./cache-marks.ts";
import { cleanMessages, says } from "./clean-messages.ts";
import { type OpaquePart, partsFor } from "./opaque.ts";
import { type WireNames, wireNames } from "./wire-names.ts";

type Assistant = Extract<Message, { role: "assistant" }>;
type AssistantPart = Extract<LanguageModelV3Message, { role: "assistant" }>["content"][number];
type Options = NonNullable<LanguageModelV3TextPart["providerOptions"]>;

const mark: Options = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** A request as a provider's package takes it: with its cache marks, ids and opaque parts. */
export function toPrompt(
  request: Request,
  endpoint: Pick<Endpoint, "wire" | "replayReasoning">,
): LanguageModelV3Prompt {
  const { wire } = endpoint;
  const messages = cleanMessages(request.messages);
  const cleaned = { ...request, messages: wire === "compatible" ? merged(messages) : messages };
  const names = wireNames(cleaned, wire);
  const marks = wire === "anthropic" ? cacheMarks(cleaned) : [];
  const marked = (message: number, block: number) =>
    marks.some((place) => place.message === message && place.block === block)
      ? { providerOptions: mark }
      : {};
  const tools = new Map<string, string>();
  const system = {
    role: "system" as const,
    content: request.system,
    ...(wire === "anthropic" && { providerOptions: mark }),
  };
  return [...(says(request.system) ? [system] : []), ...cleaned.messages.map(converted)];

  function converted(message: Message, at: number): LanguageModelV3Message {
    switch (message.role) {
      case "user":
        if (wire === "openai" || wire === "compatible")
          return { role: "user", content: [{ type: "text", text: message.blocks.join("\n\n") }] };
        return {
          role: "user",
          content: message.blocks.map((text, block) => ({ type: "text", text, ...marked(at, block) })),
        };
      case "assistant":
        for (const { id, tool } of message.calls) tools.set(id, tool);
        return { role: "assistant", content: assistantParts(message, request.model, names, endpoint) };
      case "tool":
        return {
          role: "tool",
          content: message.results.map(({ id, text, failed }, block) => ({
            type: "tool-result",
            toolCallId: names.call(id),
            toolName: names.tool(tools.get(id) ?? ""),
            output: { type: failed ? "error-text" : "text", value: text },
            ...marked(at, block),
          })),
        };
    }
  }
}

/** The templates of many open models require user and assistant to alternate. */
function merged(messages: readonly Message[]): readonly Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (message.role === "user" && last?.role === "user")
      all[all.length - 1] = { role: "user", blocks: [...last.blocks, ...message.blocks] };
    else all.push(message);
  }
  return all;
}

function assistantParts(
  message: Assistant,
  model: string,
  names: WireNames,
  { replayReasoning }: Pick<Endpoint, "replayReasoning">,
): AssistantPart[] {
  const kept = partsFor(model, message.opaque);
  const parts: AssistantPart[] = [];
  let text = 0;
  let call = 0;
  // Offsets are valid only for the exact text they were taken from.
  const spoken = kept?.reduce((sum, part) => sum + (part.kind === "text" ? part.length : 0), 0);
  const whole = spoken !== message.text.length;
  for (const part of kept ?? []) {
    const hung = hungOn(part);
    if (part.kind === "reasoning") {
      if (replayReasoning) parts.push({ type: "reasoning", text: part.text, ...hung });
    } else if (part.kind === "call") addCall(hung);
    else addText(whole ? message.text.length : text + part.length, hung);
  }
  addText(message.text.length, {});
  while (call < message.calls.length) addCall({});
  return parts;

  function addText(end: number, hung: { providerOptions?: Options }): void {
    const piece = message.text.slice(text, end);
    if (says(piece)) parts.push({ type: "text", text: piece, ...hung });
    text = end;
  }

  function addCall(hung: { providerOptions?: Options }): void {
    const made = message.calls[call++];
    if (!made) return;
    const { id, tool, input } = made;
    parts.push({
      type: "tool-call",
      toolCallId: names.call(id),
      toolName: names.tool(tool),
      input: isObject(input) ? input : {},
      ...hung,
    });
  }
}

function hungOn(part: OpaquePart): { providerOptions?: Options } {
  return part.options === undefined ? {} : { providerOptions: part.options };
}

/** Providers accept nothing else as the input of a call. */
function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
