import { z } from "zod";
import type { Finish, Spoken } from "../answer.ts";
import type { Asked, AskedMessage } from "../asked.ts";
import type { Frame } from "../frame.ts";
import { isObject } from "../json-schema.ts";
import type { ModelShelf } from "../model-card.ts";
import { piecesOf } from "../pieces.ts";
import { inputOf } from "../tokens.ts";
import { type Misfit, misfitOf, type Trouble, Unacceptable } from "../trouble.ts";
import type { Talk, WireSpeech } from "../wire-speech.ts";

/** Ollama's own chat, `/api/chat`: lines of JSON, no key, calls without ids. */
export function ollamaSpeech(shelf: ModelShelf): WireSpeech {
  return {
    wire: "ollama",
    framing: "ndjson",
    ping: "",
    keyTrouble: () => undefined,
    read: (body) => read(body, shelf),
    count: (asked) => {
      const { tools, system, messages } = asked;
      const characters = JSON.stringify({ tools, system, messages }).length;
      return { characters, look: { split: { read: 0, written: 0, writtenHour: 0 }, commit: () => {} } };
    },
    callId: (serial, index) => `call_${serial}_${index}`,
    frames,
    whole: (said, talk) => ({ ...lineOf(talk, messageOf(said)), ...ended(said, talk) }),
    errorBody,
    errorHeaders: () => ({}),
    errorFrames: (trouble) => [{ data: JSON.stringify(errorBody(trouble)) }],
  };
}

const call = z.looseObject({
  function: z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()) }),
});
const chat = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({
      role: z.enum(["system", "user", "assistant", "tool"]),
      content: z.string().default(""),
      tool_calls: z.array(call).default([]),
      tool_name: z.string().default(""),
    }),
  ),
  tools: z
    .array(
      z.looseObject({
        function: z.looseObject({
          name: z.string(),
          description: z.string().default(""),
          parameters: z.unknown(),
        }),
      }),
    )
    .default([]),
  stream: z.boolean().default(true),
  options: z.looseObject({ num_ctx: z.int().optional(), num_predict: z.int().optional() }).default({}),
});

function read(body: unknown, shelf: ModelShelf): Asked {
  const parsed = chat.safeParse(body);
  if (!parsed.success) throw new Unacceptable(worded(misfitOf(parsed.error)));
  const { model, messages, tools, stream, options } = parsed.data;
  const card = shelf.find(model);
  if (card === undefined) throw new Unacceptable(`model '${model}' not found`, { status: 404 });
  if (card.tools === false && tools.length > 0)
    throw new Unacceptable(`registry.ollama.ai/library/${card.name} does not support tools`);
  return {
    wire: "ollama",
    model,
    stream,
    tools: tools.map((tool) => ({
      name: tool.function.name,
      description: tool.function.description,
      schema: tool.function.parameters,
    })),
    system: messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n\n"),
    messages: messages.flatMap((message, index): AskedMessage[] => {
      const { role, content, tool_calls: calls, tool_name: tool } = message;
      if (role === "user") return [{ role, blocks: [content] }];
      if (role === "tool") return [{ role, results: [{ id: tool, text: content, failed: false }] }];
      const made = calls.map((one, at) => ({
        id: `${index}.${at}`,
        tool: one.function.name,
        input: one.function.arguments,
      }));
      return role === "assistant" ? [{ role, text: content, calls: made }] : [];
    }),
    toolChoice: "auto",
    ...(options.num_predict === undefined ? {} : { maxTokens: options.num_predict }),
    cacheMarks: [],
    thinks: isObject(body) && body.think === true,
  };
}

function worded({ path, says }: Misfit): string {
  return `json: cannot unmarshal field ${path.join(".")}: ${says}`;
}

function frames(said: Spoken, talk: Talk): readonly Frame[] {
  const lines = [
    ...piecesOf(said.reasoning).map((thinking) => ({ content: "", thinking })),
    ...piecesOf(said.text).map((content) => ({ content })),
    ...(said.calls.length > 0 ? [{ content: "", tool_calls: messageOf(said).tool_calls }] : []),
  ].map((message) => lineOf(talk, message));
  return [...lines, { ...lineOf(talk, { content: "" }), ...ended(said, talk) }].map((line) => ({
    data: JSON.stringify(line),
  }));
}

function lineOf({ asked, now }: Talk, message: object) {
  return {
    model: asked.model,
    created_at: new Date(now).toISOString(),
    message: { role: "assistant", ...message },
    done: false,
  };
}

function messageOf(said: Spoken) {
  return {
    content: said.text,
    ...(said.reasoning === "" ? {} : { thinking: said.reasoning }),
    ...(said.calls.length > 0
      ? { tool_calls: said.calls.map(({ tool, input }) => ({ function: { name: tool, arguments: input } })) }
      : {}),
  };
}

function ended({ finish }: Spoken, { usage }: Talk) {
  const reason: Finish = finish === "length" ? "length" : "stop";
  return {
    done: true,
    done_reason: reason,
    total_duration: 4_883_583_458,
    prompt_eval_count: inputOf(usage),
    eval_count: usage.output,
  };
}

function errorBody({ message }: Trouble): unknown {
  return { error: message };
}
