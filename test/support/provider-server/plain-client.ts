import type { Wire } from "./asked.ts";
import { isObject, type JsonObject } from "./json-schema.ts";
import type { ProviderServer } from "./provider-server.ts";

/** The same conversation on each wire: rules, a question, a call with its result, and one tool besides. */
export const exampleBodies: Readonly<Record<Wire, JsonObject>> = {
  anthropic: {
    model: "claude-test",
    max_tokens: 4096,
    system: [{ type: "text", text: "rules" }],
    tools: [readFile("input_schema"), done("input_schema")],
    messages: [
      { role: "user", content: [{ type: "text", text: "Look at a.ts." }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "c1_1", name: "read_file", input: { path: "a.ts" } },
        ],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1_1", content: "export {}" }] },
    ],
  },
  openai: {
    model: "gpt-test",
    max_tokens: 4096,
    tools: [readFile("parameters"), done("parameters")].map((tool) => ({ type: "function", function: tool })),
    messages: [
      { role: "system", content: "rules" },
      { role: "user", content: "Look at a.ts." },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [
          { id: "c1_1", type: "function", function: { name: "read_file", arguments: '{"path":"a.ts"}' } },
        ],
      },
      { role: "tool", tool_call_id: "c1_1", content: "export {}" },
    ],
  },
  google: {
    generationConfig: { maxOutputTokens: 4096 },
    systemInstruction: { parts: [{ text: "rules" }] },
    tools: [
      { functionDeclarations: [readFile("parameters"), { name: "done", description: "Say it is done." }] },
    ],
    contents: [
      { role: "user", parts: [{ text: "Look at a.ts." }] },
      {
        role: "model",
        parts: [
          { text: "I look." },
          { functionCall: { id: "c1_1", name: "read_file", args: { path: "a.ts" } } },
        ],
      },
      {
        role: "user",
        parts: [{ functionResponse: { id: "c1_1", name: "read_file", response: { content: "export {}" } } }],
      },
    ],
  },
  ollama: {
    model: "llama-test",
    options: { num_predict: 4096 },
    tools: [readFile("parameters"), done("parameters")].map((tool) => ({ type: "function", function: tool })),
    messages: [
      { role: "system", content: "rules" },
      { role: "user", content: "Look at a.ts." },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [{ function: { name: "read_file", arguments: { path: "a.ts" } } }],
      },
      { role: "tool", tool_name: "read_file", content: "export {}" },
    ],
  },
};

function readFile(field: string): JsonObject {
  const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  return { name: "read_file", description: "Show a file.", [field]: schema };
}

function done(field: string): JsonObject {
  return { name: "done", description: "Say it is done.", [field]: { type: "object", properties: {} } };
}

/** One request by plain `fetch`, as the provider's own clients would make it. */
export async function post(
  server: ProviderServer,
  wire: Wire,
  body: unknown,
  { stream = false, headers = {} }: { stream?: boolean; headers?: Record<string, string> } = {},
): Promise<Response> {
  const google = stream ? "streamGenerateContent?alt=sse" : "generateContent";
  const paths: Record<Wire, string> = {
    anthropic: "/messages",
    openai: "/chat/completions",
    google: `/models/gemini-test:${google}`,
    ollama: "/api/chat",
  };
  const keys: Record<Wire, Record<string, string>> = {
    anthropic: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
    openai: { authorization: "Bearer k" },
    google: { "x-goog-api-key": "k" },
    ollama: {},
  };
  return fetch(`${server.url(wire)}${paths[wire]}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...keys[wire], ...headers },
    body: JSON.stringify(wire === "google" || !isObject(body) ? body : { ...body, stream }),
  });
}
