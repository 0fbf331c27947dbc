import { isObject } from "../json-schema.ts";
import type { ModelShelf } from "../model-card.ts";
import { PrefixCache } from "../prompt-cache.ts";
import type { Trouble } from "../trouble.ts";
import type { HttpCall, WireSpeech } from "../wire-speech.ts";
import { readGenerate } from "./read.ts";
import { generateFrames, wholeGenerate } from "./reply.ts";

/** Google's Gemini. */
export function googleSpeech(shelf: ModelShelf, cacheMinimum: number): WireSpeech {
  const cache = new PrefixCache(cacheMinimum);
  return {
    wire: "google",
    framing: "crlf",
    ping: ": keep-alive\r\n\r\n",
    keyTrouble,
    read: (body, call) => readGenerate(body, call, shelf),
    count: (asked, body, now) => {
      const { systemInstruction, tools, contents } = isObject(body) ? body : {};
      const text = JSON.stringify({ systemInstruction, tools, contents });
      return { characters: text.length, look: cache.look(asked.model, text, now) };
    },
    callId: (serial, index) => `fc-${serial}-${index}`,
    frames: generateFrames,
    whole: wholeGenerate,
    errorBody,
    errorHeaders: () => ({}),
    errorFrames: (trouble) => [{ data: JSON.stringify(errorBody(trouble)) }],
  };
}

function keyTrouble({ headers, url }: HttpCall, keys: readonly string[] | undefined): Trouble | undefined {
  const key = headers["x-goog-api-key"] ?? url.searchParams.get("key");
  if (typeof key !== "string" || key === "")
    return {
      status: 403,
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    };
  if (!keys || keys.includes(key)) return undefined;
  const reason = { reason: "API_KEY_INVALID", domain: "googleapis.com" };
  return {
    status: 400, // not 401: this is what the provider does
    message: "API key not valid. Please pass a valid API key.",
    details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", ...reason }],
  };
}

const statusNames: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  413: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  529: "UNAVAILABLE",
};

function errorBody({ status, message, details }: Trouble): unknown {
  const name = statusNames[status] ?? "UNKNOWN";
  return { error: { code: status, message, status: name, ...(details ? { details } : {}) } };
}
