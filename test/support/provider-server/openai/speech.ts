import { isObject } from "../json-schema.ts";
import type { ModelShelf } from "../model-card.ts";
import { PrefixCache } from "../prompt-cache.ts";
import type { Trouble } from "../trouble.ts";
import type { HttpCall, WireSpeech } from "../wire-speech.ts";
import type { Flavour } from "./flavour.ts";
import { readChat } from "./read.ts";
import { chatFrames, wholeChat } from "./reply.ts";

/** OpenAI's Chat Completions, and those who speak it too. */
export function openAiSpeech(flavour: Flavour, shelf: ModelShelf, cacheMinimum: number): WireSpeech {
  const cache = new PrefixCache(cacheMinimum);
  return {
    wire: "openai",
    framing: "lf",
    ping: ": keep-alive\n\n",
    keyTrouble: (call, keys) => keyTrouble(call, keys, flavour),
    read: (body) => readChat(body, flavour, shelf),
    count: (asked, body, now) => {
      const { tools = [], messages } = isObject(body) ? body : {};
      const text = JSON.stringify({ tools, messages });
      return { characters: text.length, look: cache.look(asked.model, text, now) };
    },
    callId: flavour.callId,
    frames: (said, talk) => chatFrames(said, talk, flavour),
    whole: (said, talk) => wholeChat(said, talk, flavour),
    errorBody: (trouble) => errorBody(trouble, flavour),
    errorHeaders: ({ status }) => ({
      "x-request-id": "req_50000000000000000000000000000000",
      ...(status === 429 ? { "x-ratelimit-remaining-requests": "0" } : {}),
    }),
    errorFrames: (trouble) => [
      {
        ...(flavour.errorEvent ? { event: flavour.errorEvent } : {}),
        data: JSON.stringify(errorInStream(trouble, flavour)),
      },
      ...(flavour.doneAfterError ? [{ data: "[DONE]" }] : []),
    ],
  };
}

function keyTrouble(
  { headers }: HttpCall,
  keys: readonly string[] | undefined,
  flavour: Flavour,
): Trouble | undefined {
  const key = headers.authorization?.replace(/^Bearer /, "") ?? "";
  if (key === "" && flavour.needsKey)
    return {
      status: 401,
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    };
  if (keys && !keys.includes(key))
    return { status: 401, message: `Incorrect API key provided: ${key}.`, code: "invalid_api_key" };
  return undefined;
}

function errorBody({ status, message, code, param }: Trouble, { errors }: Flavour): unknown {
  if (errors === "text") return { error: message };
  if (errors === "vllm") {
    const type = status < 500 ? "BadRequestError" : "InternalServerError";
    return { error: { message, type: status === 404 ? "NotFoundError" : type, param: null, code: status } };
  }
  const usual = status === 429 ? "requests" : status < 500 ? "invalid_request_error" : "server_error";
  const type = code === "insufficient_quota" ? code : usual;
  const named = code ?? (status === 429 ? "rate_limit_exceeded" : null);
  return { error: { message, type, param: param ?? null, code: named } };
}

/** In a stream even those who otherwise say a text say an object. */
function errorInStream(trouble: Trouble, flavour: Flavour): unknown {
  const { message } = trouble;
  return flavour.errors === "text" ? { error: { message }, message } : errorBody(trouble, flavour);
}
