import { z } from "zod";
import type { Asked, AskedMessage, ToolChoice } from "../asked.ts";
import type { ModelShelf } from "../model-card.ts";
import { type Misfit, misfitOf, Unacceptable } from "../trouble.ts";
import { checkChat } from "./check.ts";
import type { Flavour } from "./flavour.ts";
import { type ChatMessage, type ChatRequest, chatRequest } from "./shape.ts";

const known = z.object(chatRequest.shape);

export function readChat(body: unknown, flavour: Flavour, shelf: ModelShelf): Asked {
  const request = parseChat(body, flavour);
  const card = shelf.find(request.model);
  if (card === undefined) throw noModel(request.model, flavour);
  checkChat(request, card, flavour);
  const max = request.max_completion_tokens ?? request.max_tokens;
  return {
    wire: "openai",
    model: request.model,
    stream: request.stream ?? false,
    tools: (request.tools ?? []).map(({ function: { name, description = "", parameters = {} } }) => ({
      name,
      description,
      schema: parameters,
    })),
    system: request.messages.flatMap((message) => (isRules(message) ? textsOf(message) : [])).join("\n\n"),
    messages: messagesOf(request.messages),
    toolChoice: choiceOf(request.tool_choice),
    ...(max == null ? {} : { maxTokens: max }),
    cacheMarks: [],
    thinks: request.reasoning_effort !== undefined && request.reasoning_effort !== "none",
  };
}

function parseChat(body: unknown, flavour: Flavour): ChatRequest {
  const parsed = (flavour.strict ? chatRequest : known).safeParse(body);
  if (parsed.success) return parsed.data;
  const misfit = misfitOf(parsed.error);
  throw new Unacceptable(worded(misfit), { param: placeOf(misfit.path) });
}

function worded({ path, kind, says }: Misfit): string {
  const place = placeOf(path);
  if (kind === "extra")
    return path.length === 1
      ? `Unrecognized request argument supplied: ${place}`
      : `Additional properties are not allowed ('${String(path.at(-1))}' was unexpected) - '${placeOf(path.slice(0, -1))}'`;
  return kind === "missing" ? `Missing required parameter: '${place}'.` : `Invalid '${place}': ${says}.`;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (place, key) =>
      typeof key === "number" ? `${place}[${key}]` : place === "" ? String(key) : `${place}.${String(key)}`,
    "",
  );
}

function noModel(model: string, { strict }: Flavour): Unacceptable {
  if (!strict)
    return new Unacceptable(`model '${model}' not found`, { status: 404, code: "not_found_error" });
  return new Unacceptable(`The model \`${model}\` does not exist or you do not have access to it.`, {
    status: 404,
    code: "model_not_found",
  });
}

function isRules({ role }: ChatMessage): boolean {
  return role === "system" || role === "developer";
}

function textsOf({ content }: ChatMessage): readonly string[] {
  return typeof content === "string" ? [content] : (content ?? []).map(({ text }) => text);
}

/** Results that stand side by side are one message, as in our own form. */
function messagesOf(messages: readonly ChatMessage[]): readonly AskedMessage[] {
  const all: AskedMessage[] = [];
  for (const message of messages) {
    if (message.role === "user") all.push({ role: "user", blocks: textsOf(message) });
    if (message.role === "assistant") {
      const calls = (message.tool_calls ?? []).map((call) => ({
        id: call.id,
        tool: call.function.name,
        input: parsed(call.function.arguments),
      }));
      all.push({ role: "assistant", text: textsOf(message).join(""), calls });
    }
    if (message.role === "tool") {
      const result = { id: message.tool_call_id, text: textsOf(message).join("\n"), failed: false };
      const last = all.at(-1);
      if (last?.role === "tool") all[all.length - 1] = { role: "tool", results: [...last.results, result] };
      else all.push({ role: "tool", results: [result] });
    }
  }
  return all;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function choiceOf(choice: ChatRequest["tool_choice"]): ToolChoice {
  return typeof choice === "object" ? { tool: choice.function.name } : (choice ?? "auto");
}
