import { ProviderServer, type ProviderServerOptions } from "./provider-server.ts";

/**
 * An honest stand-in for model providers, on loopback. It speaks Anthropic's Messages, OpenAI's Chat Completions (as
 * OpenAI, Ollama, vLLM and LM Studio do), Google's Gemini and Ollama's own API; refuses what they refuse, in their
 * words; counts what they count, caches included; and misbehaves on command. `README.md` beside this file tells all.
 *
 *     const server = await startProviderServer({ answers: rehearsal });
 *     createAnthropic({ baseURL: server.url("anthropic"), apiKey: "any", headers: { "x-huddle-ask": "coding/t1.1#2" } });
 *     server.next({ does: "status", status: 529, retryAfter: { seconds: 2 } });
 *     …
 *     expect(server.requests[1]?.asked?.cacheMarks).toEqual(["system.0", "messages.0.content.3"]);
 *     server.assertSpent();
 *     await server.close();
 */
export async function startProviderServer(options: ProviderServerOptions = {}): Promise<ProviderServer> {
  const server = new ProviderServer(options);
  await server.open();
  return server;
}
