import type { Asked, AskedMessage, ToolChoice } from "../asked.ts";
import type { ModelShelf } from "../model-card.ts";
import { type Misfit, misfitOf, Unacceptable } from "../trouble.ts";
import type { HttpCall } from "../wire-speech.ts";
import { checkMessages } from "./check.ts";
import { blocksOf, type MessagesRequest, messagesRequest, type Turn } from "./shape.ts";
import { checkThinking, preservesThinking } from "./thinking.ts";

export function readMessages(body: unknown, call: HttpCall, shelf: ModelShelf): Asked {
  if (call.headers["anthropic-version"] === undefined)
    throw new Unacceptable("anthropic-version: header is required");
  const parsed = messagesRequest.safeParse(body);
  if (!parsed.success) throw new Unacceptable(worded(misfitOf(parsed.error)));
  const request = parsed.data;
  const card = shelf.find(request.model);
  if (card === undefined)
    throw new Unacceptable(`model: ${request.model}`, { status: 404, code: "not_found_error" });
  checkThinking(request, call.headers);
  checkMessages(request, card);
  return {
    wire: "anthropic",
    model: request.model,
    stream: request.stream ?? false,
    tools: (request.tools ?? []).map(({ name, description = "", input_schema: schema }) => ({
      name,
      description,
      schema,
    })),
    system: rulesOf(request).join("\n\n"),
    messages: request.messages.flatMap(messagesOf),
    toolChoice: choiceOf(request.tool_choice),
    maxTokens: request.max_tokens,
    cacheMarks: marksOf(request),
    thinks:
      preservesThinking(request.model) ||
      (request.thinking !== undefined && request.thinking.type !== "disabled"),
  };
}

function worded({ path, kind, says, expected }: Misfit): string {
  const wrong = expected === undefined ? says : `Input should be a valid ${typeNames[expected] ?? expected}`;
  const what = { missing: "Field required", extra: "Extra inputs are not permitted", wrong };
  return `${path.join(".")}: ${what[kind]}`;
}

const typeNames: Readonly<Record<string, string>> = {
  record: "dictionary",
  object: "dictionary",
  array: "list",
  int: "integer",
};

function rulesOf({ system }: MessagesRequest): readonly string[] {
  return typeof system === "string" ? [system] : (system ?? []).map(({ text }) => text);
}

/** Results come first in a turn; what a person says after them is a message of its own. */
function messagesOf(turn: Turn): readonly AskedMessage[] {
  const blocks = blocksOf(turn);
  const texts = blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
  if (turn.role === "user") {
    const results = blocks.flatMap((block) =>
      block.type === "tool_result"
        ? [{ id: block.tool_use_id, text: resultText(block.content), failed: block.is_error ?? false }]
        : [],
    );
    return [
      ...(results.length > 0 ? [{ role: "tool" as const, results }] : []),
      ...(texts.length > 0 ? [{ role: "user" as const, blocks: texts }] : []),
    ];
  }
  const calls = blocks.flatMap((block) =>
    block.type === "tool_use" ? [{ id: block.id, tool: block.name, input: block.input }] : [],
  );
  const reasoning = blocks.flatMap((block) =>
    block.type === "thinking" ? [{ text: block.thinking, signature: block.signature }] : [],
  );
  return [{ role: "assistant", text: texts.join(""), calls, ...(reasoning.length > 0 ? { reasoning } : {}) }];
}

function resultText(content: string | readonly { readonly text: string }[] | undefined): string {
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join("\n");
}

function choiceOf(choice: MessagesRequest["tool_choice"]): ToolChoice {
  switch (choice?.type) {
    case "tool":
      return { tool: choice.name };
    case "any":
      return "required";
    case "none":
      return "none";
    default:
      return "auto";
  }
}

function marksOf({ tools = [], system, messages }: MessagesRequest): readonly string[] {
  const places = [
    ...tools.map((tool, index) => ({ place: `tools.${index}`, block: tool })),
    ...(typeof system === "string" ? [] : (system ?? [])).map((block, index) => ({
      place: `system.${index}`,
      block,
    })),
    ...messages.flatMap((turn, index) =>
      blocksOf(turn).map((block, at) => ({ place: `messages.${index}.content.${at}`, block })),
    ),
  ];
  return places.flatMap(({ place, block }) =>
    "cache_control" in block && block.cache_control != null ? [place] : [],
  );
}
