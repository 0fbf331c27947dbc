import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  type LanguageModel,
  type LanguageModelUsage,
  streamText,
  type ToolChoice,
  type ToolSet,
  tool,
} from "ai";
import { z } from "zod";
import type { ProviderServer } from "./provider-server.ts";

export type SdkWire = "anthropic" | "openai" | "google" | "compatible";

/** The real provider packages, pointed at a server. */
export function sdkModel(server: ProviderServer, wire: SdkWire, id?: string): LanguageModel {
  const apiKey = "k";
  switch (wire) {
    case "anthropic":
      return createAnthropic({ baseURL: server.url("anthropic"), apiKey })(id ?? "claude-test");
    case "openai":
      return createOpenAI({ baseURL: server.url("openai"), apiKey }).chat(id ?? "gpt-test");
    case "google":
      return createGoogleGenerativeAI({ baseURL: server.url("google"), apiKey })(id ?? "gemini-3-test");
    case "compatible":
      return createOpenAICompatible({ name: "local", baseURL: server.url("openai"), includeUsage: true })(
        id ?? "local-test",
      );
  }
}

type Options = Parameters<typeof streamText>[0];

/** All that came out of one streamed attempt, as `docs/faults.md` has to judge it. */
export interface Heard {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly tool: string; readonly input: unknown; readonly invalid: boolean }[];
  /** Undefined when no step was finished. */
  readonly finish?: string;
  /** The provider's own word; undefined when it said none. */
  readonly raw?: string;
  readonly usage?: LanguageModelUsage;
  readonly errors: readonly unknown[];
  /** What was thrown out of the iteration. */
  readonly thrown?: unknown;
  readonly aborted: boolean;
  /** What has to be sent back for the conversation to go on. */
  readonly reply: Awaited<ReturnType<typeof streamText>["response"]>["messages"];
}

const sdkTools: ToolSet = Object.fromEntries([
  ["read_file", tool({ description: "Show a file.", inputSchema: z.object({ path: z.string() }) })],
  ["done", tool({ description: "Say it is done.", inputSchema: z.object({ summary: z.string() }) })],
]);

/** One attempt as the gateway makes it: one step, tools without `execute`, no retries. */
export async function hear(
  model: LanguageModel,
  more: {
    readonly messages?: NonNullable<Options["messages"]>;
    readonly toolChoice?: ToolChoice<ToolSet>;
    readonly providerOptions?: NonNullable<Options["providerOptions"]>;
    readonly headers?: Record<string, string>;
    /** Called with the type of every part. */
    readonly watch?: (part: string) => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Heard> {
  const { messages = [{ role: "user", content: "Look at a.ts." }], watch, signal, ...rest } = more;
  const heard = { text: "", reasoning: "", calls: [] as Heard["calls"][number][], errors: [] as unknown[] };
  let ended: Pick<Heard, "finish" | "raw" | "usage"> = {};
  let aborted = false;
  let reply: Heard["reply"] = [];
  const result = streamText({
    model,
    maxRetries: 0,
    maxOutputTokens: 4096,
    allowSystemInMessages: true,
    messages,
    tools: sdkTools,
    onError: () => {},
    onFinish: ({ response }) => {
      reply = response.messages;
    },
    ...(signal ? { abortSignal: signal } : {}),
    ...rest,
  });
  try {
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") heard.text += part.text;
      if (part.type === "reasoning-delta") heard.reasoning += part.text;
      if (part.type === "tool-call")
        heard.calls.push({ tool: part.toolName, input: part.input, invalid: part.invalid === true });
      if (part.type === "error") heard.errors.push(part.error);
      if (part.type === "abort") aborted = true;
      if (part.type === "finish-step") {
        const { finishReason: finish, rawFinishReason: raw, usage } = part;
        ended = { finish, usage, ...(raw === undefined ? {} : { raw }) };
      }
      watch?.(part.type);
    }
  } catch (thrown) {
    return { ...heard, ...ended, aborted, reply, thrown };
  }
  return { ...heard, ...ended, aborted, reply };
}
