import type { Finish, Spoken, SpokenCall } from "../answer.ts";
import type { Frame } from "../frame.ts";
import { isObject } from "../json-schema.ts";
import { piecesOf } from "../pieces.ts";
import { inputOf, type TokenCount } from "../tokens.ts";
import type { Talk } from "../wire-speech.ts";
import type { Flavour } from "./flavour.ts";

export function chatFrames(said: Spoken, talk: Talk, flavour: Flavour): readonly Frame[] {
  const wantsUsage = isObject(talk.body) && isObject(talk.body.stream_options);
  const base = { ...headOf(talk, flavour), object: "chat.completion.chunk" };
  const chunk = (delta: object, finish_reason: string | null = null): Frame => ({
    data: JSON.stringify({
      ...base,
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      ...(wantsUsage ? { usage: null } : {}),
    }),
  });
  const { reasoning, refusals } = flavour;
  const isRefusal = refusals && said.finish === "refused";
  const content = said.calls.length > 0 && said.text === "" ? null : "";
  const usage = { ...base, choices: [], usage: usageOf(talk.usage, flavour) };
  return [
    chunk({ role: "assistant", content, ...(refusals ? { refusal: null } : {}) }),
    ...(reasoning ? piecesOf(said.reasoning).map((piece) => chunk({ [reasoning]: piece })) : []),
    ...piecesOf(said.text).map((piece) => chunk({ [isRefusal ? "refusal" : "content"]: piece })),
    ...said.calls
      .flatMap((call, index) => callDeltas(call, index, flavour))
      .map((call) => chunk({ tool_calls: [call] })),
    chunk({}, finishReason[said.finish]),
    ...(wantsUsage ? [{ data: JSON.stringify(usage) }] : []),
    { data: "[DONE]" },
  ];
}

function callDeltas({ id, tool, json }: SpokenCall, index: number, flavour: Flavour): readonly object[] {
  const head = { index, ...(id === undefined ? {} : { id }), type: "function" };
  if (flavour.wholeCalls) return [{ ...head, function: { name: tool, arguments: json } }];
  return [
    { ...head, function: { name: tool, arguments: "" } },
    ...piecesOf(json).map((piece) => ({ index, function: { arguments: piece } })),
  ];
}

export function wholeChat(said: Spoken, talk: Talk, flavour: Flavour): unknown {
  const isRefusal = flavour.refusals && said.finish === "refused";
  const calls = said.calls.map(({ id, tool, json }) => ({
    ...(id === undefined ? {} : { id }),
    type: "function",
    function: { name: tool, arguments: json },
  }));
  const message = {
    role: "assistant",
    content: isRefusal || (said.text === "" && calls.length > 0) ? null : said.text,
    ...(flavour.refusals ? { refusal: isRefusal ? said.text : null } : {}),
    ...(flavour.reasoning && said.reasoning !== "" ? { [flavour.reasoning]: said.reasoning } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    ...headOf(talk, flavour),
    object: "chat.completion",
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason[said.finish] }],
    usage: usageOf(talk.usage, flavour),
  };
}

function headOf({ asked, serial, now }: Talk, { fingerprint }: Flavour) {
  return {
    id: `chatcmpl-${serial}`,
    created: Math.floor(now / 1000),
    model: asked.model,
    ...(fingerprint ? { system_fingerprint: fingerprint } : {}),
  };
}

function usageOf(usage: TokenCount, { countsDetails }: Flavour) {
  const prompt = inputOf(usage);
  const details = {
    prompt_tokens_details: { cached_tokens: usage.cacheRead, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: usage.reasoning, audio_tokens: 0 },
  };
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    ...(countsDetails ? details : {}),
  };
}

const finishReason: Readonly<Record<Finish, string>> = {
  stop: "stop",
  tools: "tool_calls",
  length: "length",
  refused: "stop",
  filtered: "content_filter",
  malformed: "stop",
  other: "unheard_of",
};
