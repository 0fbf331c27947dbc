import { isObject } from "./json-schema.ts";
import type { ModelCard, ModelShelf } from "./model-card.ts";
import type { OllamaHost } from "./ollama/host.ts";
import type { OpenAiFlavour } from "./openai/flavour.ts";
import type { HttpCall } from "./wire-speech.ts";

/** What a server says about itself and its models, where nothing is asked of one. Undefined: no such page. */
export function describeModels(
  { method, url, headers }: HttpCall,
  body: unknown,
  { shelf, host, flavour }: { shelf: ModelShelf; host: OllamaHost; flavour: OpenAiFlavour },
): { readonly status: number; readonly body: unknown } | undefined {
  const cards = shelf.cards ?? [];
  const ok = (said: unknown) => ({ status: 200, body: said });
  switch (`${method} ${url.pathname}`) {
    case "GET /v1/models":
      return ok(headers["anthropic-version"] ? anthropicList(cards) : openAiList(cards, flavour));
    case "GET /v1beta/models":
      return ok({ models: cards.map(googleEntry) });
    case "GET /api/v0/models":
      return flavour === "lmstudio" ? ok({ object: "list", data: cards.map(lmStudioEntry) }) : undefined;
    case "GET /api/version":
      return ok({ version: "0.12.6" });
    case "GET /api/tags":
      return ok(host.tags());
    case "GET /api/ps":
      return ok(host.running());
    case "POST /api/show": {
      const model = isObject(body) ? String(body.model ?? body.name ?? "") : "";
      const shown = host.show(model);
      return shown ? ok(shown) : { status: 404, body: { error: `model '${model}' not found` } };
    }
    default:
      return undefined;
  }
}

function anthropicList(cards: readonly ModelCard[]): unknown {
  const data = cards.map(({ name }) => ({
    type: "model",
    id: name,
    display_name: name,
    created_at: "2025-01-01T00:00:00Z",
  }));
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function openAiList(cards: readonly ModelCard[], flavour: OpenAiFlavour): unknown {
  const data = cards.map(({ name, window }) => ({
    id: name,
    object: "model",
    created: 1_735_689_600,
    owned_by: flavour === "ollama" ? "library" : flavour,
    ...(flavour === "vllm" && window !== undefined ? { max_model_len: window } : {}),
  }));
  return { object: "list", data };
}

function googleEntry({ name, window, maxOutput }: ModelCard): unknown {
  return {
    name: `models/${name}`,
    displayName: name,
    inputTokenLimit: window ?? 1_048_576,
    outputTokenLimit: maxOutput ?? 65_536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
}

function lmStudioEntry({ name, window = 32_768, numCtx, tools }: ModelCard): unknown {
  return {
    id: name,
    object: "model",
    type: "llm",
    state: "loaded",
    max_context_length: window,
    loaded_context_length: numCtx ?? Math.min(window, 4096),
    capabilities: tools === false ? [] : ["tool_use"],
  };
}
