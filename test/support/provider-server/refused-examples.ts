import type { Wire } from "./asked.ts";
import type { JsonObject } from "./json-schema.ts";
import { exampleBodies } from "./plain-client.ts";

interface Refused {
  readonly what: string;
  readonly wire: Wire;
  readonly body: JsonObject;
  /** A part of what the provider says to it. */
  readonly message: string;
}

/** Requests with one thing wrong each, and what is said to them. */
export const refusedExamples: readonly Refused[] = [
  ...refused("anthropic", [
    ["no max_tokens", { max_tokens: undefined }, "max_tokens: Field required"],
    ["an unknown field", { foo: 1 }, "foo: Extra inputs are not permitted"],
    ["no message", { messages: [] }, "messages: at least one message"],
    ["an assistant first", cut("anthropic", 1), "first message must use the"],
    ["a call without result", cut("anthropic", 0, 2), "blocks immediately after: c1_1"],
    ["a result without call", claude("user", result("c9")), "unexpected `tool_use_id`"],
    ["a second result", claude("user", result("c1_1")), "must have a single result"],
    ["an empty text", claude("user", { type: "text", text: "" }), "blocks must be non-empty"],
    ["only white space", claude("user", { type: "text", text: " \n" }), "non-whitespace text"],
    ["an empty message", claude("user"), "must have non-empty content"],
    [
      "a string as input",
      claude("assistant", use("{}")),
      "content.0.input: Input should be a valid dictionary",
    ],
    ["an id with a dot", claude("assistant", { ...use({}), id: "c1.1" }), "String should match pattern"],
    ["an open call at the end", claude("assistant", use({})), "blocks immediately after: c2"],
    [
      "an assistant at the end",
      claude("assistant", { type: "text", text: "a" }),
      "assistant message prefill",
    ],
    [
      "five cache marks",
      claude("user", ...marks(5)),
      "maximum of 4 blocks with cache_control may be provided. Found 5",
    ],
    [
      "a schema that is none",
      tool({ properties: { a: { type: "strong" } } }),
      "input_schema: JSON schema is invalid",
    ],
    [
      "a forged thought",
      claude("assistant", { type: "thinking", thinking: "a", signature: "b" }),
      "Invalid `signature` in `thinking` block",
    ],
    [
      "a forced tool while thinking",
      { thinking: { type: "enabled", budget_tokens: 1024 }, tool_choice: { type: "any" } },
      "Thinking may not be enabled when tool_choice forces",
    ],
    ["a tool nobody offers", { tool_choice: { type: "tool", name: "x" } }, "Tool 'x' not found"],
    ["calls but no tools", { tools: undefined }, "must define tools"],
  ]),
  ...refused("openai", [
    ["an unknown field", { foo: 1 }, "Unrecognized request argument supplied: foo"],
    ["no message", { messages: [] }, "[] is too short"],
    ["a call without result", cut("openai", 0, 3), "did not have response messages: c1_1"],
    ["a result without call", cut("openai", 3), "must be a response to a preceeding message"],
    ["arguments that are no string", gpt({ arguments: {} }), "tool_calls[0].function.arguments'"],
    ["an id of 41 letters", gpt({ arguments: "{}" }, "x".repeat(41)), "maximum length 40"],
    ["an assistant that says nothing", said("openai", { role: "assistant", content: null }), "got null"],
    ["a schema without items", fn({ properties: { a: { type: "array" } } }), "array schema missing items"],
    ["a schema that is no object", fn({ type: "string" }), "schema must be a JSON Schema of"],
    [
      "strict and not all required",
      fn({ additionalProperties: false, properties: { a: {} } }, { strict: true }),
      "Missing 'a'",
    ],
    ["usage without stream", { stream_options: { include_usage: true } }, "only allowed when 'stream'"],
    ["a choice without tools", { tools: undefined, tool_choice: "auto" }, "only allowed when 'tools'"],
    [
      "a tool nobody offers",
      { tool_choice: { type: "function", function: { name: "x" } } },
      "Tool choice 'x' not found",
    ],
  ]),
  ...refused("google", [
    ["an unknown field", { foo: 1 }, 'Unknown name "foo"'],
    ["no contents", { contents: [] }, "contents is not specified"],
    [
      "a role nobody has",
      said("google", { role: "assistant", parts: [{ text: "a" }] }),
      "Please use a valid role",
    ],
    ["no parts", said("google", { role: "user", parts: [] }), "must not be empty"],
    ["an empty text", said("google", { role: "user", parts: [{ text: "" }] }), "text parameter"],
    ["a call without result", cut("google", 0, 2), "followed by a function response turn"],
    ["a result without call", cut("google", 2), "immediately after a function call turn"],
    [
      "arguments that are no object",
      said("google", { role: "model", parts: [{ functionCall: { name: "a", args: "x" } }] }),
      "Invalid value at",
    ],
    ["a field of JSON Schema", declared({ $schema: "x", properties: { a: {} } }), 'Unknown name "$schema"'],
    ["an object without properties", declared({ properties: {} }), "should be non-empty for OBJECT type"],
    ["an array without items", declared({ properties: { a: { type: "array" } } }), "items: missing field"],
    [
      "a name with a space",
      { tools: [{ functionDeclarations: [{ name: "a b" }] }] },
      "Invalid function name",
    ],
    ["calls but no tools", { tools: undefined }, "need function_declarations"],
  ]),
];

function refused(wire: Wire, rows: readonly (readonly [string, JsonObject, string])[]): readonly Refused[] {
  return rows.map(([what, change, message]) => ({
    what,
    wire,
    message,
    body: { ...exampleBodies[wire], ...change },
  }));
}

function listOf(wire: Wire): { readonly field: string; readonly list: readonly unknown[] } {
  const field = wire === "google" ? "contents" : "messages";
  const list = exampleBodies[wire][field];
  return { field, list: Array.isArray(list) ? list : [] };
}

function cut(wire: Wire, from: number, to?: number): JsonObject {
  const { field, list } = listOf(wire);
  return { [field]: list.slice(from, to) };
}

function said(wire: Wire, message: unknown): JsonObject {
  const { field, list } = listOf(wire);
  return { [field]: [...list, message] };
}

function claude(role: string, ...content: readonly unknown[]): JsonObject {
  return said("anthropic", { role, content });
}

function result(id: string): JsonObject {
  return { type: "tool_result", tool_use_id: id, content: "x" };
}

function use(input: unknown): JsonObject {
  return { type: "tool_use", id: "c2", name: "done", input };
}

function marks(count: number): readonly JsonObject[] {
  return Array.from({ length: count }, () => ({
    type: "text",
    text: "x",
    cache_control: { type: "ephemeral" },
  }));
}

function tool(schema: JsonObject): JsonObject {
  return { tools: [{ name: "t", description: "", input_schema: { type: "object", ...schema } }] };
}

function gpt(fields: JsonObject, id = "c2"): JsonObject {
  const call = { id, type: "function", function: { name: "done", ...fields } };
  return said("openai", { role: "assistant", content: null, tool_calls: [call] });
}

function fn(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return {
    tools: [
      { type: "function", function: { name: "t", parameters: { type: "object", ...schema }, ...more } },
    ],
  };
}

function declared(schema: JsonObject): JsonObject {
  return { tools: [{ functionDeclarations: [{ name: "t", parameters: { type: "object", ...schema } }] }] };
}
