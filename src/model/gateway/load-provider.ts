import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Endpoint } from "../endpoint.ts";
import type { Fetch } from "./attempt-fetch.ts";

/** Opens a provider's model by its name there, with the fetch of one attempt. */
export type OpenLanguageModel = (id: string, fetch: Fetch) => LanguageModelV3;

/** Loads a provider's package when it is first used. */
export async function loadProvider(endpoint: Endpoint): Promise<OpenLanguageModel> {
  const { name, baseUrl: baseURL, key, bearer, streamUsage } = endpoint;
  // Without a key, the packages would search the environment; we already have.
  const apiKey = key ?? "none";
  switch (endpoint.wire) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const auth = bearer === undefined ? { apiKey } : { authToken: bearer };
      return (id, fetch) => createAnthropic({ baseURL, ...auth, fetch })(id);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return (id, fetch) => createOpenAI({ baseURL, apiKey, fetch }).chat(id);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return (id, fetch) => createGoogleGenerativeAI({ baseURL, apiKey, fetch })(id);
    }
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const auth = key === undefined ? {} : { apiKey: key };
      const settings = { name, baseURL, ...auth, includeUsage: streamUsage };
      return (id, fetch) => createOpenAICompatible({ ...settings, fetch })(id);
    }
  }
}
