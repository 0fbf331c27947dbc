import type { LanguageModel } from "ai";
import type { Endpoint } from "../endpoint.ts";
import type { Fetch } from "./attempt-fetch.ts";

/** Makes a model of a provider, by its name there and with the fetch of one attempt. */
export type OpenLanguageModel = (id: string, fetch: Fetch) => LanguageModel;

/** A provider's package, loaded when it is first spoken to. */
export async function loadProvider(endpoint: Endpoint): Promise<OpenLanguageModel> {
  const { name, baseUrl: baseURL, key, bearer, streamUsage } = endpoint;
  // The packages look into the environment for a key that they are not given; ours has been looked for already.
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
