import type { ModelFailure } from "../../core/facts/events.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Endpoint } from "../endpoint.ts";
import { adviceFor } from "./advice.ts";
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
}

/**
 * What an attempt's error means. Undefined: the error is unexpected, and the caller throws it. Never called for our own
 * abort.
 */
export function failureOf(error: unknown, asking: Asking): Failed | undefined {
  const plain = plainError(error);
  if (plain.status !== undefined && plain.status !== 200) return fromStatus(plain.status, plain, asking);
  const network = networkFailure(plain.codes);
  if (network) return failed(network.failure, network.text, unquoted(plain), asking, network.unsent);
  if (plain.type !== undefined) return fromType(plain, asking);
  if (plain.status === 200 || unreadable.has(plain.name))
    return failed("cut", "The reply broke off or could not be read.", unquoted(plain), asking, false);
  if (unusable.test(plain.name))
    return failed("refused", "The request could not be sent.", plain, asking, true);
  return undefined;
}

type Plain = ReturnType<typeof plainError>;

/** The message is a package's, so it is not quoted as the provider's words. */
function unquoted(plain: Plain): Plain {
  return { ...plain, message: "" };
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
  }
  return undefined;
}

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
  "HPE_INVALID_CHUNK_SIZE",
  "HPE_INVALID_EOF_STATE",
]);

function summaryOf(failure: ModelFailure, status: number | undefined): string {
  const by = status === undefined ? "" : ` (${status})`;
  if (failure === "rate") return `Too many requests${by}.`;
  if (failure === "overload") return `The provider is overloaded or broken${by}.`;
  if (failure === "timeout") return `No answer in time${by}.`;
  return `The provider refused the request${by}.`;
}

function failed(failure: ModelFailure, text: string, plain: Plain, asking: Asking, unspent: boolean): Failed {
  const { endpoint, now } = asking;
  const wait = retryAfterMs(plain.headers, plain.body, now);
  const said = plain.message === "" ? "" : ` It said: "${plain.message}"`;
  const advice = failure === "refused" || failure === "unreachable" ? adviceFor(plain, asking) : "";
  return {
    kind: "failed",
    failure,
    text: withoutKeys(`${endpoint.name}: ${text}${said}${advice === "" ? "" : ` ${advice}`}`, endpoint),
    ...(wait !== undefined && worthWaiting.has(failure) && { retryAfterMs: wait }),
    ...(unspent && { unspent: true as const }),
  };
}

const worthWaiting: ReadonlySet<ModelFailure> = new Set(["rate", "overload", "timeout"]);

/** An error may quote the request, keys included. */
function withoutKeys(text: string, { key, bearer }: Pick<Endpoint, "key" | "bearer">): string {
  return [key, bearer].reduce<string>(
    (all, secret) => (secret === undefined || secret.length < 8 ? all : all.replaceAll(secret, "[key]")),
    text,
  );
}
