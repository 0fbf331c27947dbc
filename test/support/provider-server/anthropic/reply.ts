import type { Finish, Spoken, SpokenCall } from "../answer.ts";
import type { Frame } from "../frame.ts";
import { piecesOf } from "../pieces.ts";
import type { TokenCount } from "../tokens.ts";
import type { Talk } from "../wire-speech.ts";
import { messagesRequest } from "./shape.ts";
import { isThoughtShown, signThought } from "./thinking.ts";

export function messageFrames(said: Spoken, talk: Talk): readonly Frame[] {
  const thought = thoughtOf(said, talk);
  const blocks = [
    ...(thought ? [thinkingEvents(thought)] : []),
    ...(said.text === "" ? [] : [textEvents(said.text)]),
    ...said.calls.map(callEvents),
  ];
  const [first, ...rest] = blocks.flatMap((events, index) => events.map((one) => event({ ...one, index })));
  const usage = { ...usageOf(talk.usage), output_tokens: 1 };
  return [
    event({
      type: "message_start",
      message: { ...messageOf(said, talk), content: [], stop_reason: null, usage },
    }),
    ...(first ? [first] : []),
    event({ type: "ping" }),
    ...rest,
    event({
      type: "message_delta",
      delta: { stop_reason: stopReason[said.finish], stop_sequence: null },
      usage: usageOf(talk.usage),
    }),
    event({ type: "message_stop" }),
  ];
}

export function wholeMessage(said: Spoken, talk: Talk): unknown {
  return { ...messageOf(said, talk), usage: usageOf(talk.usage) };
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

function event(body: Event): Frame {
  return { event: body.type, data: JSON.stringify(body) };
}

interface Thought {
  readonly type: "thinking";
  readonly thinking: string;
  readonly signature: string;
}

/** Newer models sign what they thought and show nothing of it, unless they were asked to. */
function thoughtOf({ reasoning }: Spoken, { body }: Talk): Thought | undefined {
  if (reasoning === "") return undefined;
  const request = messagesRequest.parse(body);
  const thinking = isThoughtShown(request) ? reasoning : "";
  return { type: "thinking", thinking, signature: signThought(request, reasoning) };
}

function thinkingEvents({ thinking: thought, signature }: Thought): readonly Event[] {
  return [
    { type: "content_block_start", content_block: { type: "thinking", thinking: "", signature: "" } },
    ...piecesOf(thought).map((thinking) => delta({ type: "thinking_delta", thinking })),
    delta({ type: "signature_delta", signature }),
    { type: "content_block_stop" },
  ];
}

function textEvents(whole: string): readonly Event[] {
  return [
    { type: "content_block_start", content_block: { type: "text", text: "" } },
    ...piecesOf(whole).map((text) => delta({ type: "text_delta", text })),
    { type: "content_block_stop" },
  ];
}

function callEvents({ id, tool, json }: SpokenCall): readonly Event[] {
  return [
    { type: "content_block_start", content_block: { type: "tool_use", id, name: tool, input: {} } },
    ...["", ...piecesOf(json === "{}" ? "" : json)].map((partial_json) =>
      delta({ type: "input_json_delta", partial_json }),
    ),
    { type: "content_block_stop" },
  ];
}

function delta(of: Event): Event {
  return { type: "content_block_delta", delta: of };
}

function messageOf(said: Spoken, talk: Talk) {
  const { text, calls } = said;
  const thought = thoughtOf(said, talk);
  return {
    id: `msg_01${String(talk.serial).padStart(22, "0")}`,
    type: "message",
    role: "assistant",
    model: talk.asked.model,
    content: [
      ...(thought ? [thought] : []),
      ...(text === "" ? [] : [{ type: "text", text }]),
      ...calls.map(({ id, tool, json }) => ({ type: "tool_use", id, name: tool, input: parsed(json) })),
    ],
    stop_reason: stopReason[said.finish],
    stop_sequence: null,
  };
}

/** Unstreamed, arguments that are no JSON can only be a string. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function usageOf(usage: TokenCount) {
  return {
    input_tokens: usage.plain,
    cache_creation_input_tokens: usage.cacheWrite,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite - usage.cacheWriteHour,
      ephemeral_1h_input_tokens: usage.cacheWriteHour,
    },
    output_tokens: usage.output,
    service_tier: "standard",
  };
}

const stopReason: Readonly<Record<Finish, string>> = {
  stop: "end_turn",
  tools: "tool_use",
  length: "max_tokens",
  refused: "refusal",
  filtered: "refusal",
  malformed: "end_turn",
  other: "unheard_of",
};
