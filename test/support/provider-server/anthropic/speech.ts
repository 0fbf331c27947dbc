import type { ModelShelf } from "../model-card.ts";
import { MarkedCache } from "../prompt-cache.ts";
import type { Trouble } from "../trouble.ts";
import type { HttpCall, WireSpeech } from "../wire-speech.ts";
import { countMessages } from "./count.ts";
import { readMessages } from "./read.ts";
import { messageFrames, wholeMessage } from "./reply.ts";

/** Anthropic's Messages. */
export function anthropicSpeech(shelf: ModelShelf, cacheMinimum: number): WireSpeech {
  const cache = new MarkedCache(cacheMinimum);
  return {
    wire: "anthropic",
    framing: "lf",
    ping: 'event: ping\ndata: {"type": "ping"}\n\n',
    keyTrouble,
    read: (body, call) => readMessages(body, call, shelf),
    count: (asked, body, now) => countMessages(asked, body, cache, now),
    callId: (serial, index) => `toolu_01${String(serial * 100 + index).padStart(22, "0")}`,
    frames: messageFrames,
    whole: wholeMessage,
    errorBody,
    errorHeaders: ({ status }) => ({
      "request-id": requestId,
      ...(status === 429 ? { "anthropic-ratelimit-requests-remaining": "0" } : {}),
    }),
    errorFrames: (trouble) => [{ event: "error", data: JSON.stringify(errorBody(trouble)) }],
  };
}

function keyTrouble({ headers }: HttpCall, keys: readonly string[] | undefined): Trouble | undefined {
  const key = headers["x-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
  if (typeof key !== "string" || key === "") return { status: 401, message: "x-api-key header is required" };
  if (keys && !keys.includes(key)) return { status: 401, message: "invalid x-api-key" };
  return undefined;
}

const requestId = "req_01100000000000000000000";

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function errorBody({ status, message, code }: Trouble): unknown {
  const type = code ?? errorTypes[status] ?? "api_error";
  return { type: "error", error: { type, message }, request_id: requestId };
}
