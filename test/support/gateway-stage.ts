import type { ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { Signal } from "../../src/core/ports/signal.ts";
import type { LimitSettings } from "../../src/model/endpoint.ts";
import { type Gateway, type GatewayOptions, openGateway } from "../../src/model/gateway/gateway.ts";
import { realClock } from "./plain.ts";
import type { MisbehaviourName } from "./provider-server/every-misbehaviour.ts";
import type { ProviderServer } from "./provider-server/provider-server.ts";

export const wires = ["anthropic", "openai", "google", "compatible"] as const;
export type StageWire = (typeof wires)[number];

/** A model of each wire, none of which thinks unless it is told to. */
const models: Readonly<Record<StageWire, string>> = {
  anthropic: "anthropic/claude-sonnet-4-5",
  openai: "openai/gpt-4.1",
  google: "google/gemini-2.5-flash",
  compatible: "mine/qwen3-coder",
};

export function modelOf(wire: StageWire): string {
  return models[wire];
}

const key = "sk-of-this-test-only";

/** A gateway whose providers are all the one on this machine. */
export function gatewayTo(
  server: ProviderServer,
  limits: LimitSettings = {},
  options: Partial<GatewayOptions> = {},
): Gateway {
  const providers = ["anthropic", "openai", "google", "mine", "ollama"];
  return openGateway({
    env: {
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: server.origin,
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: server.url("openai"),
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: server.origin,
      OLLAMA_HOST: server.origin,
    },
    config: {
      endpoints: { mine: { baseUrl: server.url("openai"), key, toolChoice: "name" } },
      limits: Object.fromEntries(providers.map((name) => [name, limits])),
    },
    clock: realClock,
    random: () => 0,
    ...options,
  });
}

/** The one limit that ends a provider that stands still is short; the others are long, also on a busy machine. */
export function limitsFor(name: MisbehaviourName): LimitSettings {
  switch (name) {
    case "never begins":
      return { firstByteSeconds: 0.3 };
    case "begins, then nothing":
    case "stands still half-way":
      return { idleSeconds: 0.25 };
    case "stands still, with pings":
      return { totalSeconds: 1 };
    default:
      return {};
  }
}

export const readFileTool = {
  name: "read_file",
  description: "Show a file.",
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
};

export function requestTo(wire: StageWire, changes: Partial<Request> = {}): Request {
  return {
    model: models[wire],
    tools: [readFileTool],
    system: "You are an engineer.",
    messages: [{ role: "user", blocks: ["Kickoff.", "[ada] Words.", "It is your turn."] }],
    maxOutput: 1000,
    ...changes,
  };
}

export interface Asked {
  readonly reply: ModelReply;
  readonly signals: readonly Signal[];
}

/** One attempt, and everything that was told meanwhile. */
export async function ask(
  gateway: Gateway,
  request: Request,
  signal = new AbortController().signal,
): Promise<Asked> {
  const signals: Signal[] = [];
  const by = { thread: "turn/refinement.1/1", ask: 1, seat: "ada" };
  const reply = await gateway.reply(request, by, (told) => signals.push(told), signal);
  return { reply, signals };
}

export function replied(reply: ModelReply): Extract<ModelReply, { kind: "replied" }> {
  if (reply.kind !== "replied") throw new Error(`no reply, but ${reply.failure}: ${reply.text}`);
  return reply;
}
