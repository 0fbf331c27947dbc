import type { LanguageModel } from "ai";
import type { Fetch } from "./attempt-fetch.ts";
import type { Endpoint } from "./endpoint.ts";

/** A provider's model. Each provider's package is loaded when it is first spoken to. */
export async function openLanguageModel(
  endpoint: Endpoint,
  id: string,
  fetch: Fetch,
): Promise<LanguageModel> {
  const { name, baseUrl: baseURL, key, bearer, streamUsage } = endpoint;
  // The packages look into the environment for a key that they are not given; ours has been looked for already.
  const apiKey = key ?? "none";
  switch (endpoint.wire) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const auth = bearer === undefined ? { apiKey } : { authToken: bearer };
      return createAnthropic({ baseURL, ...auth, fetch })(id);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL, apiKey, fetch }).chat(id);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ baseURL, apiKey, fetch })(id);
    }
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const auth = key === undefined ? {} : { apiKey: key };
      return createOpenAICompatible({ name, baseURL, ...auth, includeUsage: streamUsage, fetch })(id);
    }
  }
}
