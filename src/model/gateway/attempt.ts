import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import type { Clock } from "../../core/ports/clock.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Request, ToolSpec } from "../../core/ports/request.ts";
import type { Speed } from "../../core/state/speed.ts";
import { believedUsage } from "../../core/terms/money.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { Endpoint } from "../endpoint.ts";
import { thinkingOptions } from "../wire/claude.ts";
import { EventCleaner } from "../wire/clean-event.ts";
import { opaqueOf } from "../wire/opaque.ts";
import { type Listener, type ReadReply, readReply } from "../wire/read-reply.ts";
import { toPrompt } from "../wire/to-prompt.ts";
import { toolChoice } from "../wire/tool-choice.ts";
import { allowedTime } from "./allowed-time.ts";
import { mostBytes } from "./answer-body.ts";
import { attemptFetch, type Fetch } from "./attempt-fetch.ts";
import { Deadline } from "./deadline.ts";
import { type Failed, failureOf } from "./failure-of.ts";
import { loadProvider } from "./load-provider.ts";

/** The most tokens of a reply when the request does not say; the packages would allow 64,000 and more. */
const defaultMaxOutput = 8_192;

export interface ProviderAttempt {
  readonly request: Request;
  /** The size of the request. */
  readonly bytes: number;
  readonly endpoint: Endpoint;
  /** How fast the model was before. */
  readonly speed?: Speed;
  /** The model's name at its provider. */
  readonly id: string;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly listener: Listener;
  /** Hears how long the model may say nothing before this attempt is given up. */
  began(withinMs: number): void;
  readonly redaction: Redaction;
  readonly signal: AbortSignal;
}

/** One request and its streamed reply. Failures of provider and network are values; only a bug throws. */
export async function attempt(asked: ProviderAttempt): Promise<ModelReply> {
  const { endpoint, clock, signal } = asked;
  // Loading is our time, not the provider's.
  const open = await loadProvider(endpoint);
  const { bytes, speed } = asked;
  const asking = { bytes, maxOutput: maxOutputOf(asked.request), ...(speed && { speed }) };
  const allowed = allowedTime(endpoint.limits, asking);
  asked.began(Math.max(allowed.firstByteMs, allowed.wordlessMs));
  const deadline = new Deadline(clock, allowed, signal);
  const cleaner = new EventCleaner(endpoint.wire);
  const { fetch, began, unread } = attemptFetch(asked.fetch, {
    wire: endpoint.wire,
    most: mostBytes(maxOutputOf(asked.request)),
    cleaner,
    alive: () => deadline.alive(),
  });
  try {
    const call = { ...callOf(asked), abortSignal: deadline.signal };
    const { stream } = await open(asked.id, fetch).doStream(call);
    const listener = counting(asked.listener, deadline);
    const read = believed(await readReply(stream, listener), asked, cleaner);
    if (read.error) return ending(deadline, endpoint) ?? meaning(read.error.value);
    // A complete reply was paid for, even when the stop came with its last word.
    return read.finish
      ? timed(wholeReply(asked, read, read.finish), deadline)
      : (ending(deadline, endpoint) ?? broken(asked, read));
  } catch (error) {
    return ending(deadline, endpoint) ?? meaning(error);
  } finally {
    deadline.close();
  }

  function meaning(error: unknown): Failed {
    const now = Date.parse(clock.now());
    const { id, redaction } = asked;
    const asking = { endpoint, id, now, began: began(), redaction };
    const failed = failureOf(unread() ?? error, asking) ?? failureOf(error, asking);
    if (!failed) throw error;
    return failed;
  }
}

/** Everything that a listener hears is written by the model, and not only a sign of life. */
function counting(listener: Listener, deadline: Deadline): Listener {
  return {
    text(text) {
      deadline.wrote(text.length);
      listener.text(text);
    },
    reasoning(text) {
      deadline.wrote(text.length);
      listener.reasoning(text);
    },
    call(tool) {
      deadline.wrote(tool.length);
      listener.call(tool);
    },
    input(length) {
      deadline.wrote(length);
      listener.input(length);
    },
  };
}

function timed(reply: ModelReply, { took }: Deadline): ModelReply {
  return reply.kind === "replied" && took ? { ...reply, took } : reply;
}

function maxOutputOf({ maxOutput }: Request): number {
  return maxOutput ?? defaultMaxOutput;
}

/** The same, without token counts that cannot be true. The attempt then counts at its reservation. */
function believed(
  { usage: told, ...read }: ReadReply,
  asked: ProviderAttempt,
  cleaner: EventCleaner,
): ReadReply {
  const exchange = { sent: asked.bytes, received: read.bytes, maxOutput: maxOutputOf(asked.request) };
  const usage = cleaner.isDoubted ? undefined : believedUsage(told, exchange);
  return { ...read, ...(usage && { usage }) };
}

function callOf({ request, endpoint, id, headers }: ProviderAttempt): LanguageModelV3CallOptions {
  const tools = request.tools.map(toolOf);
  return {
    prompt: toPrompt(request, endpoint),
    ...(tools.length > 0 && { tools, toolChoice: toolChoice(request, endpoint, id) }),
    maxOutputTokens: maxOutputOf(request),
    headers,
    providerOptions: { anthropic: { toolStreaming: false, ...thinkingOptions(request, id) } },
  };
}

/** Some providers reject a JSON Schema that names its draft. */
function toolOf({ name, description, schema }: ToolSpec): LanguageModelV3FunctionTool {
  const { $schema: _, ...inputSchema } = schema as Record<string, unknown>;
  return { type: "function", name, description, inputSchema };
}

/** Our own abort can look like any error, so this is checked first. */
function ending(deadline: Deadline, { name }: Endpoint): Failed | undefined {
  if (deadline.ended === undefined) return undefined;
  if (deadline.ended === "stopped") return { kind: "failed", failure: "stopped", text: "Stopped." };
  const { timeout, setting } = deadline.ended;
  const longer = `To wait longer, set limits.${name}.${setting} in your own config.json.`;
  return { kind: "failed", failure: "timeout", text: `${name} ${timeout}. ${longer}` };
}

function broken({ endpoint }: ProviderAttempt, read: ReadReply): Failed {
  const text = `${endpoint.name}: The reply broke off before its end.`;
  return { kind: "failed", failure: "cut", text, ...counted(read) };
}

function counted({ usage }: ReadReply): Pick<ReadReply, "usage"> {
  return usage ? { usage } : {};
}

function wholeReply(
  { request, endpoint }: ProviderAttempt,
  read: ReadReply,
  finish: NonNullable<ReadReply["finish"]>,
): ModelReply {
  const { text, calls, parts } = read;
  if (finish.kind === "content-filter") {
    const rules = `${endpoint.name}: The provider's own rules stopped the reply (${finish.raw}). Reword the request, or use another model.`;
    return { kind: "failed", failure: "refused", text: rules, ...counted(read) };
  }
  const opaque = opaqueOf(request.model, parts);
  return {
    kind: "replied",
    text,
    calls,
    finish: finishOf(finish.kind, calls.length),
    ...counted(read),
    ...(opaque && { opaque }),
  };
}

/** Several servers report an ordinary stop although the reply calls tools. */
function finishOf(kind: string, calls: number): "stop" | "tools" | "length" | "other" {
  if (kind === "length") return "length";
  if (kind === "tool-calls" || (kind === "stop" && calls > 0)) return "tools";
  return kind === "stop" ? "stop" : "other";
}
