import { isObject, type JsonObject, schemaMisfits } from "../json-schema.ts";
import type { ModelCard } from "../model-card.ts";
import { Unacceptable } from "../trouble.ts";
import type { Flavour } from "./flavour.ts";
import type { ChatMessage, ChatRequest } from "./shape.ts";

/** What has the right shape and is refused all the same. Wording follows the provider's. */
export function checkChat(request: ChatRequest, card: ModelCard, flavour: Flavour): void {
  checkFields(request, card);
  if (card.tools === false && request.tools !== undefined)
    throw new Unacceptable(`registry.ollama.ai/library/${card.name} does not support tools`);
  if (flavour.strict) checkTools(request);
  if (!flavour.namesTool && typeof request.tool_choice === "object")
    throw new Unacceptable(
      "Invalid tool_choice type: 'object'. Supported string values: none, auto, required",
    );
  for (const [index, message] of request.messages.entries()) checkMessage(message, index, flavour);
  if (flavour.strict) checkResults(request.messages);
  if (card.alternates) checkTurns(request.messages);
}

function checkFields(request: ChatRequest, { refuses = [], maxOutput }: ModelCard): void {
  for (const param of refuses) {
    if (!(param in request)) continue;
    const instead = param === "max_tokens" ? " Use 'max_completion_tokens' instead." : "";
    throw new Unacceptable(`Unsupported parameter: '${param}' is not supported with this model.${instead}`, {
      param,
      code: "unsupported_parameter",
    });
  }
  if (request.stream_options && !request.stream)
    throw new Unacceptable("The 'stream_options' parameter is only allowed when 'stream' is enabled.", {
      param: "stream_options",
    });
  const max = request.max_completion_tokens ?? request.max_tokens;
  if (maxOutput !== undefined && max != null && max > maxOutput)
    throw new Unacceptable(
      `max_tokens is too large: ${max}. This model supports at most ${maxOutput} completion tokens, whereas you provided ${max}.`,
      { param: "max_tokens", code: "invalid_value" },
    );
}

function checkTools({ tools = [], tool_choice: choice }: ChatRequest): void {
  for (const [index, { function: tool }] of tools.entries()) {
    const { name, parameters = { type: "object", properties: {} }, strict } = tool;
    const wrong = schemaWrong(name, parameters, strict === true);
    const param = `tools[${index}].function.parameters`;
    if (wrong !== undefined) throw new Unacceptable(wrong, { param, code: "invalid_function_parameters" });
  }
  if (choice !== undefined && tools.length === 0)
    throw new Unacceptable(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      { param: "tool_choice" },
    );
  if (typeof choice === "object" && !tools.some((tool) => tool.function.name === choice.function.name))
    throw new Unacceptable(`Tool choice '${choice.function.name}' not found in 'tools' parameter.`, {
      param: "tool_choice",
    });
}

function schemaWrong(name: string, schema: JsonObject, strict: boolean): string | undefined {
  const intro = `Invalid schema for function '${name}':`;
  if (schema.type !== "object")
    return `${intro} schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema.type ?? "None")}"'.`;
  const [misfit] = schemaMisfits(schema);
  if (misfit)
    return `${intro} In context=(${misfit.path.map((key) => `'${key}'`).join(", ")}), ${misfit.says}.`;
  if (!strict) return undefined;
  const { properties, required, additionalProperties } = schema;
  if (additionalProperties !== false)
    return `${intro} In context=(), 'additionalProperties' is required to be supplied and to be false.`;
  const all = isObject(properties) ? Object.keys(properties) : [];
  const missing = all.find((key) => !Array.isArray(required) || !required.includes(key));
  return missing === undefined
    ? undefined
    : `${intro} In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
}

function checkMessage(message: ChatMessage, index: number, flavour: Flavour): void {
  if (message.role !== "assistant") return;
  const calls = message.tool_calls ?? [];
  if (message.content == null && calls.length === 0)
    throw new Unacceptable(`Invalid value for 'content': expected a string, got null.`, {
      param: `messages.[${index}].content`,
    });
  for (const [at, call] of calls.entries()) {
    const param = `messages[${index}].tool_calls[${at}]`;
    if (flavour.strict && call.id.length > 40)
      throw new Unacceptable(
        `Invalid '${param}.id': string too long. Expected a string with maximum length 40, but got a string with length ${call.id.length} instead.`,
        { param: `${param}.id`, code: "string_above_max_length" },
      );
    if (flavour.parsesArguments && !isObject(parsed(call.function.arguments)))
      throw new Unacceptable("invalid tool call arguments");
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Every call is answered by a tool message that follows at once; no tool message answers nothing. */
function checkResults(messages: readonly ChatMessage[]): void {
  let open: string[] = [];
  for (const [index, message] of [...messages, undefined].entries()) {
    if (message?.role === "tool") {
      if (!open.includes(message.tool_call_id))
        throw new Unacceptable(
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          { param: `messages.[${index}].role` },
        );
      open = open.filter((id) => id !== message.tool_call_id);
      continue;
    }
    if (open.length > 0)
      throw new Unacceptable(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(", ")}`,
        { param: `messages.[${index}].role` },
      );
    open = message?.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
    if (new Set(open).size < open.length)
      throw new Unacceptable("Duplicate value for 'tool_call_id' in message with 'tool_calls'.", {
        param: `messages.[${index}].tool_calls`,
      });
  }
}

function checkTurns(messages: readonly ChatMessage[]): void {
  const speakers = messages.map(({ role }) => role).filter((role) => role === "user" || role === "assistant");
  const wrong = speakers.some((role, index) => role !== (index % 2 === 0 ? "user" : "assistant"));
  if (wrong) throw new Unacceptable("Conversation roles must alternate user/assistant/user/assistant/...");
}
