import type { Wire } from "./asked.ts";
import type { RetryAfter } from "./misbehaviour.ts";
import type { Trouble } from "./trouble.ts";

/** What a provider says with a status of trouble. */
export function statusTrouble(wire: Wire, status: number, wait?: RetryAfter): Trouble {
  const message = own[wire]?.[status] ?? usual[status] ?? "Something went wrong.";
  if (wait === undefined || !("details" in wait)) return { status, message };
  if (wire !== "google") return { status, message: `${message} Please try again in ${wait.details}s.` };
  const delay = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${wait.details}s` };
  return { status, message, details: [delay] };
}

/** No money left. Only OpenAI and Google call that a matter of rates. */
export function spentTrouble(wire: Wire): Trouble {
  switch (wire) {
    case "anthropic":
      return {
        status: 400,
        message:
          "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
      };
    case "google":
      return {
        status: 429,
        message: "You exceeded your current quota, please check your plan and billing details.",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }],
          },
        ],
      };
    default:
      return {
        status: 429,
        message: "You exceeded your current quota, please check your plan and billing details.",
        code: "insufficient_quota",
      };
  }
}

export function waitHeaders(wait: RetryAfter | undefined, now: number): Readonly<Record<string, string>> {
  if (wait === undefined || "details" in wait) return {};
  if ("ms" in wait) return { "retry-after-ms": String(wait.ms) };
  if ("seconds" in wait) return { "retry-after": String(wait.seconds) };
  return { "retry-after": new Date(now + wait.date * 1000).toUTCString() };
}

const usual: Readonly<Record<number, string>> = {
  400: "The request is not valid.",
  401: "The API key is not valid.",
  403: "This key may not do that.",
  404: "There is no such model.",
  413: "Request exceeds the maximum size",
  429: "Rate limit reached.",
  500: "Internal server error",
  502: "Bad gateway",
  503: "Service unavailable",
  529: "Overloaded",
};

const own: Readonly<Record<Wire, Readonly<Record<number, string>>>> = {
  anthropic: {
    401: "invalid x-api-key",
    429: "This request would exceed the rate limit for your organization.",
  },
  openai: {
    429: "Rate limit reached for requests per min. Limit: 3 / min.",
    500: "The server had an error while processing your request. Sorry about that!",
    503: "That model is currently overloaded with other requests.",
  },
  google: {
    429: "Resource has been exhausted (e.g. check quota).",
    500: "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
    503: "The model is overloaded. Please try again later.",
    529: "The model is overloaded. Please try again later.",
  },
  ollama: { 503: "server busy, please try again. maximum pending requests exceeded" },
};
