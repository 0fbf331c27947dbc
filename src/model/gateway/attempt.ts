import type { ToolSet } from "ai";
import type { Clock } from "../../core/ports/clock.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Request, ToolSpec } from "../../core/ports/request.ts";
import type { Endpoint } from "../endpoint.ts";
import { thinkingOptions } from "../wire/claude.ts";
import { opaqueOf } from "../wire/opaque.ts";
import { type Listener, type ReadReply, readReply } from "../wire/read-reply.ts";
import { toPrompt } from "../wire/to-prompt.ts";
import { toolChoice } from "../wire/tool-choice.ts";
import { attemptFetch, type Fetch } from "./attempt-fetch.ts";
import { Deadline } from "./deadline.ts";
import { type Failed, failureOf } from "./failure-of.ts";
import { loadProvider } from "./load-provider.ts";
import { silenceSdk } from "./silence-sdk.ts";

/** What a reply may have at most when nobody says; the packages would allow 64,000 and more. */
const defaultMaxOutput = 8_192;

type Sdk = Pick<typeof import("ai"), "tool" | "jsonSchema">;

export interface ProviderAttempt {
  readonly request: Request;
  readonly endpoint: Endpoint;
  /** The model's name at its provider. */
  readonly id: string;
  readonly clock: Clock;
  readonly fetch: Fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly listener: Listener;
  readonly signal: AbortSignal;
}

/** One request and its streamed reply. Trouble of a provider or of the network is a value; only a bug throws. */
export async function attempt(asked: ProviderAttempt): Promise<ModelReply> {
  const { endpoint, clock, signal } = asked;
  // Loading is our time, not the provider's. Only what is named here is bundled.
  const { streamText, tool, jsonSchema } = await import("ai");
  const open = await loadProvider(endpoint);
  const deadline = new Deadline(clock, endpoint.limits, signal);
  const { fetch, began } = attemptFetch(asked.fetch, deadline);
  try {
    const { fullStream } = streamText({
      ...callOf(asked, { tool, jsonSchema }),
      model: open(asked.id, fetch),
      abortSignal: deadline.signal,
    });
    const read = await readReply(fullStream, asked.listener);
    if (read.error) return ending(deadline, endpoint) ?? meaning(read.error.value);
    // A reply that is whole was paid for, also when the stop came with its last word.
    return read.finish
      ? wholeReply(asked, read, read.finish)
      : (ending(deadline, endpoint) ?? broken(asked, read));
  } catch (error) {
    return ending(deadline, endpoint) ?? meaning(error);
  } finally {
    deadline.close();
  }

  function meaning(error: unknown): Failed {
    const now = Date.parse(clock.now());
    const failed = failureOf(error, { endpoint, id: asked.id, now, began: began() });
    if (!failed) throw error;
    return failed;
  }
}

function callOf({ request, endpoint, id, headers }: ProviderAttempt, { tool, jsonSchema }: Sdk) {
  silenceSdk();
  const tools: ToolSet = Object.fromEntries(
    request.tools.map(({ name, description, schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schemaOf(schema)) }),
    ]),
  );
  const choice = toolChoice(request, endpoint, id);
  return {
    ...toPrompt(request, endpoint),
    ...(request.tools.length > 0 && { tools }),
    ...(choice !== undefined && { toolChoice: choice }),
    maxOutputTokens: request.maxOutput ?? defaultMaxOutput,
    maxRetries: 0,
    headers,
    onError: () => {}, // it comes in the stream as well
    providerOptions: { anthropic: { toolStreaming: false, ...thinkingOptions(request, id) } },
  };
}

/** Tools are described by JSON Schema; where it says which draft, some providers stumble. */
function schemaOf(schema: ToolSpec["schema"]): Parameters<Sdk["jsonSchema"]>[0] {
  const { $schema: _, ...rest } = schema as Record<string, unknown>;
  return rest;
}

/** An abort of our own looks like many things from outside, so it is asked for first. */
function ending(deadline: Deadline, { name }: Endpoint): Failed | undefined {
  if (deadline.ended === undefined) return undefined;
  if (deadline.ended === "stopped") return { kind: "failed", failure: "stopped", text: "Stopped." };
  return { kind: "failed", failure: "timeout", text: `${name} ${deadline.ended.timeout}.` };
}

function broken({ endpoint }: ProviderAttempt, { usage }: ReadReply): Failed {
  const text = `${endpoint.name}: The reply broke off before its end.`;
  return { kind: "failed", failure: "cut", text, ...(usage && { usage }) };
}

function wholeReply(
  { request, endpoint }: ProviderAttempt,
  { text, calls, usage, parts }: ReadReply,
  finish: NonNullable<ReadReply["finish"]>,
): ModelReply {
  const counted = usage && { usage };
  if (finish.kind === "content-filter") {
    const rules = `${endpoint.name}: The provider's own rules stopped the reply (${finish.raw}). Ask otherwise, or use another model.`;
    return { kind: "failed", failure: "refused", text: rules, ...counted };
  }
  const opaque = opaqueOf(request.model, parts);
  return {
    kind: "replied",
    text,
    calls,
    finish: finishOf(finish.kind, calls.length),
    ...counted,
    ...(opaque && { opaque }),
  };
}

/** Several servers call it an ordinary end when tools were called. */
function finishOf(kind: string, calls: number): "stop" | "tools" | "length" | "other" {
  if (kind === "length") return "length";
  if (kind === "tool-calls" || (kind === "stop" && calls > 0)) return "tools";
  return kind === "stop" ? "stop" : "other";
}
