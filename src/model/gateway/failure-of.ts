import type { ModelFailure } from "../../core/facts/loop-schema.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import { deepest } from "../../core/text/is-deep.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { Endpoint } from "../endpoint.ts";
import { type TooLong, tooLong } from "../window/too-long.ts";
import { TooDeep } from "../wire/clean-event.ts";
import { adviceFor } from "./advice.ts";
import { OtherAnswer, TooLarge } from "./answer-body.ts";
import { plainError } from "./plain-error.ts";
import { retryAfterMs } from "./retry-after.ts";

export type Failed = Extract<ModelReply, { kind: "failed" }>;

export interface Asking {
  readonly endpoint: Endpoint;
  /** The model's name at its provider. */
  readonly id: string;
  /** Milliseconds. */
  readonly now: number;
  /** A reply had started, so the provider may charge for it, whatever came next. */
  readonly began: boolean;
  readonly redaction: Redaction;
}

/**
 * What an attempt's error means. Undefined: the error is unexpected, and the caller throws it. Never called for our own
 * abort.
 */
export function failureOf(error: unknown, asking: Asking): Failed | undefined {
  const plain = plainError(error, asking.redaction);
  const long = tooLong(plain);
  if (long) return fromLength(long, plain, asking);
  if (error instanceof OtherAnswer) return fromAnswer(error, plain, asking);
  if (error instanceof TooLarge || error instanceof TooDeep)
    return failed("cut", badReply(error), unquoted(plain), asking, false);
  if (asking.began && ofPackage.test(plain.body ?? ""))
    return failed("cut", noAnswer("events of an unknown form"), unquoted(plain), asking, false);
  if (plain.status !== undefined && !isSuccess(plain.status)) return fromStatus(plain.status, plain, asking);
  const network = networkFailure(plain.codes);
  if (network) return failed(network.failure, network.text, unquoted(plain), asking, network.unsent);
  if (plain.type !== undefined) return fromType(plain, asking);
  if (plain.status !== undefined || unreadable.has(plain.name))
    return failed("cut", "The reply broke off or could not be read.", unquoted(plain), asking, false);
  if (unusable.test(plain.name))
    return failed("refused", "The request could not be sent.", plain, asking, true);
  return undefined;
}

function noAnswer(why: string): string {
  return `The request was sent, but no readable answer came back (${why}).`;
}

/** Anthropic's package gives its own complaint about the first event the form of an answer with status 500. */
const ofPackage = /^\{"name":"AI_/;

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Bad replies that Huddle itself stopped reading. */
function badReply(error: TooLarge | TooDeep): string {
  if (error instanceof TooDeep)
    return `The reply is nested more than ${deepest} levels deep, so Huddle does not read it.`;
  const size = `${Math.round(error.most / 1024 / 1024)} MB`;
  return `The reply is larger than ${size}, more than the tokens that Huddle asked for can be. Huddle stopped reading it.`;
}

/** An answer with success that is no reply: nothing, a page, or an error in the provider's own words. */
function fromAnswer({ kind, statusCode }: OtherAnswer, plain: Plain, asking: Asking): Failed {
  switch (kind) {
    case "empty":
      return failed("cut", `The answer was empty (${statusCode}).`, unquoted(plain), asking, false);
    case "noise":
      return failed("cut", noAnswer("it was not text"), unquoted(plain), asking, false);
    case "page": {
      const { baseUrl } = asking.endpoint;
      const text = `${baseUrl} answers with a web page, not with a model's reply. Check the address.`;
      return failed("refused", text, unquoted(plain), asking, true);
    }
    case "words": {
      const status = statusIn(plain);
      const failure = outOfCredit(plain, asking) ? "refused" : wordsFailure(plain, status);
      const text = `It answered with an error instead of a reply${status === undefined ? "" : ` (${status})`}.`;
      return failed(failure, text, { ...plain, status: status ?? statusCode }, asking, false);
    }
  }
}

/** Some put the status that they should have answered with into the body. */
function statusIn({ code, type }: Plain): number | undefined {
  return [code, type].map(Number).find((number) => number >= 400 && number < 600);
}

function wordsFailure({ message, type, code }: Plain, status: number | undefined): ModelFailure {
  if (status !== undefined) return statusFailure(status);
  const about = `${type ?? ""} ${code ?? ""} ${message}`;
  if (/rate.?limit|too many requests/i.test(about)) return "rate";
  return refusing.test(about) || hopeless.test(message) ? "refused" : typeFailure(about);
}

/** Words for what another attempt cannot change. */
const hopeless =
  /not found|no such|does not exist|unknown|invalid|unauthori[sz]ed|forbidden|api key|(not|un)\s?support|too long|context (length|window|size)/i;

type Plain = ReturnType<typeof plainError>;

/** The message is a package's, so it is not quoted as the provider's words. */
function unquoted(plain: Plain): Plain {
  return { ...plain, message: "" };
}

/** Whatever status a server gives to it, the same request would be too long again. */
function fromLength(long: TooLong, plain: Plain, asking: Asking): Failed {
  const isUnspent = plain.status !== undefined && plain.status !== 200 && !asking.began;
  const text = "The request is longer than this model can read.";
  return { ...failed("refused", text, plain, asking, isUnspent), tooLong: long };
}

/** By the status of the answer, or the status that a package gives to an error inside a stream. */
function fromStatus(status: number, plain: Plain, asking: Asking): Failed {
  const failure = outOfCredit(plain, asking) ? "refused" : statusFailure(status);
  return failed(failure, summaryOf(failure, status), plain, asking, !asking.began);
}

function statusFailure(status: number): ModelFailure {
  if (status === 429) return "rate";
  if (status === 408) return "timeout";
  if (status >= 500 && status !== 501 && status !== 505) return "overload";
  return "refused";
}

/** An error inside a stream that started well: the provider may charge for what came before it. */
function fromType(plain: Plain, asking: Asking): Failed {
  const failure = outOfCredit(plain, asking) ? "refused" : typeFailure(`${plain.type} ${plain.code ?? ""}`);
  return failed(failure, summaryOf(failure, undefined), plain, asking, false);
}

function typeFailure(type: string): ModelFailure {
  if (/rate_limit|resource_exhausted|\b429\b/i.test(type)) return "rate";
  return refusing.test(type) ? "refused" : "overload";
}

const refusing =
  /invalid_request|invalid_argument|authentication|unauthenticated|permission|not_found|too_large|billing|\b4\d\d\b/i;

/** Some report an empty account as a rate limit; waiting does not help. Google words a real rate limit the same way. */
function outOfCredit({ message, type, code }: Plain, { endpoint }: Asking): boolean {
  const about = `${message} ${type ?? ""} ${code ?? ""}`;
  if (endpoint.wire !== "google" && /exceeded your current quota/i.test(about)) return true;
  return /insufficient_quota|credit balance|insufficient balance|billing_hard_limit/i.test(about);
}

const unreadable = new Set([
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
  "AI_NoOutputGeneratedError",
  "AI_EmptyResponseBodyError",
  "string",
]);
const unusable = /^AI_/;

interface NetworkFailure {
  readonly failure: ModelFailure;
  readonly text: string;
  readonly unsent: boolean;
}

function networkFailure(codes: readonly string[]): NetworkFailure | undefined {
  for (const code of codes) {
    if (noConnection.has(code))
      return { failure: "unreachable", text: `No connection (${code}).`, unsent: true };
    if (/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code))
      return { failure: "unreachable", text: `No secure connection (${code}).`, unsent: true };
    if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code))
      return { failure: "timeout", text: "No answer in time.", unsent: false };
    if (brokenOff.has(code)) return { failure: "cut", text: "The connection broke off.", unsent: false };
    if (noHttp.test(code))
      return {
        failure: "cut",
        text: noAnswer(code),
        unsent: false,
      };
  }
  return undefined;
}

/** Bytes that are no HTTP, headers that are too long, a body that does not unpack. */
const noHttp = /^(HPE_|UND_ERR_(?!INVALID_ARG|NOT_SUPPORTED)|Z_|ERR__ERROR_|ERR_BROTLI|ERR_HTTP|ERR_PADDING)/;

const noConnection = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "ETIMEDOUT",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const brokenOff = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

function summaryOf(failure: ModelFailure, status: number | undefined): string {
  const by = status === undefined ? "" : ` (${status})`;
  if (failure === "rate") return `Too many requests${by}.`;
  if (failure === "overload") return `The provider is overloaded or broken${by}.`;
  if (failure === "timeout") return `No answer in time${by}.`;
  return `The provider refused the request${by}.`;
}

function failed(failure: ModelFailure, text: string, plain: Plain, asking: Asking, unspent: boolean): Failed {
  const { endpoint, now, redaction } = asking;
  const wait = retryAfterMs(plain.headers, plain.body, now);
  const said = plain.message === "" ? "" : ` It said: "${plain.message}"`;
  const advice = failure === "refused" || failure === "unreachable" ? adviceFor(plain, asking) : "";
  return {
    kind: "failed",
    failure,
    text: redaction.redact(`${endpoint.name}: ${text}${said}${advice === "" ? "" : ` ${advice}`}`),
    ...(wait !== undefined && worthWaiting.has(failure) && { retryAfterMs: wait }),
    ...(unspent && { unspent: true as const }),
  };
}

const worthWaiting: ReadonlySet<ModelFailure> = new Set(["rate", "overload", "timeout"]);
