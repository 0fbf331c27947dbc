import type { MisbehaviourName } from "./every-misbehaviour.ts";
import type { Heard, SdkWire } from "./sdk-client.ts";

type PerWire = Readonly<Record<SdkWire, string>>;

const well = "text, 2 calls, tool-calls, usage";
const bad = "text, 2 bad calls, tool-calls, usage";

/**
 * What each misbehaviour looks like in the AI SDK's `fullStream`, when text and two calls were on their way.
 * "no reason": a finish that no provider gave a reason for. "throws": out of the iteration, not as a part.
 */
export const seenThroughSdk: Readonly<Record<MisbehaviourName, string | PerWire>> = {
  "429": "error 429",
  "429, retry-after in seconds": "error 429",
  "429, retry-after as a date": "error 429",
  "429, retry-after-ms": "error 429",
  "429, delay in the body": "error 429",
  "no money left": {
    anthropic: "error 400",
    openai: "error 429",
    google: "error 429",
    compatible: "error 429",
  },
  "529": "error 529",
  "529, retry-after in seconds": "error 529",
  "503": "error 503",
  "500": "error 500",
  "502 from a proxy": "error 502",
  "500 without a word": "error 500",
  "400": "error 400",
  "401": "error 401",
  "403": "error 403",
  "404": "error 404",
  "413": "error 413",
  "hangs up": "error AI_APICallError",
  "never begins": "abort",
  "begins, then nothing": "abort",
  "stands still half-way": "text, abort",
  "stands still, with pings": "text, abort",
  "error before the first word": {
    anthropic: "error 529",
    openai: "error 500",
    google: "error 529, error, no reason",
    compatible: "error object, error, no reason",
  },
  "error half-way": {
    anthropic: "text, error object, error, no reason",
    openai: "text, 1 bad calls, error object, error, no reason",
    google: "text, error 529, error, no reason, usage",
    compatible: "text, 1 bad calls, error object, error, no reason",
  },
  "rate limit half-way": {
    anthropic: "text, error object, error, no reason",
    openai: "text, 1 bad calls, error object, error, no reason",
    google: "text, error 429, error, no reason, usage",
    compatible: "text, 1 bad calls, error object, error, no reason",
  },
  "ends half-way": {
    anthropic: "text, other, no reason",
    openai: "text, 1 bad calls, other, no reason",
    google: "text, other, no reason, usage",
    compatible: "text, 1 bad calls, error AI_InvalidResponseDataError, error, no reason",
  },
  "ends before the first word": {
    anthropic: "error AI_NoOutputGeneratedError",
    openai: "other, no reason",
    google: "other, no reason",
    compatible: "error AI_InvalidResponseDataError, error, no reason",
  },
  "cut in the middle of an event": "text, throws 200",
  "reset in the middle of an event": "text, throws 200",
  "one byte at a time": well,
  "characters split over chunks": well,
  "CRLF framing": well,
  "CR framing": {
    anthropic: "text, 2 calls, other, no reason", // the last event is lost: whole calls in a reply that is not
    openai: well,
    google: "text, other, no reason, usage",
    compatible: well,
  },
  "no space after the colon": well,
  "comments between": well,
  "other fields between": well,
  "one event over many lines": well,
  "byte order mark": well,
  "arguments that are broken JSON": {
    anthropic: bad,
    openai: bad,
    google: "error, usage", // the call itself never arrives
    compatible: bad,
  },
  "arguments that are an array": bad,
  "arguments that are a string": { anthropic: bad, openai: bad, google: well, compatible: bad },
  "arguments of the wrong types": bad,
  "a megabyte of arguments": well,
  "call ids seen before": well,
  "no call ids": {
    anthropic: "text, error AI_TypeValidationError, error AI_TypeValidationError, tool-calls, usage",
    openai: well,
    google: well,
    compatible: well,
  },
  "empty reply": "stop, usage",
  "only white space": "stop, usage",
  "only reasoning": "stop, usage",
  "a megabyte of text": well,
  "cut off at the output limit": {
    anthropic: "text, 1 calls, 1 bad calls, length, usage",
    openai: "text, 1 calls, 1 bad calls, length, usage",
    google: "text, 1 calls, length, usage",
    compatible: "text, 1 calls, 1 bad calls, length, usage",
  },
  "refused by the model": {
    anthropic: "text, content-filter, usage",
    openai: "text, content-filter, usage",
    google: "text, content-filter, usage",
    compatible: "text, stop, usage", // as words like any others
  },
  "stopped by a filter": {
    anthropic: "text, content-filter, usage",
    openai: "text, content-filter, usage",
    google: "content-filter, usage",
    compatible: "text, content-filter, usage",
  },
  "an end nobody knows": "text, 2 calls, other, usage",
};

export function inShort(heard: Heard): string {
  const bad = heard.calls.filter(({ invalid }) => invalid).length;
  const good = heard.calls.length - bad;
  return [
    heard.text.trim() === "" ? "" : "text",
    good > 0 ? `${good} calls` : "",
    bad > 0 ? `${bad} bad calls` : "",
    ...heard.errors.map((error) => `error ${nameOf(error)}`),
    heard.thrown === undefined ? "" : `throws ${nameOf(heard.thrown)}`,
    heard.aborted ? "abort" : "",
    heard.finish ?? "",
    heard.finish !== undefined && heard.raw === undefined ? "no reason" : "",
    heard.usage?.outputTokens === undefined ? "" : "usage",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "object";
  if ("statusCode" in error && error.statusCode !== undefined) return String(error.statusCode);
  return error.name;
}
