import { isObject } from "../json-schema.ts";
import type { ModelShelf } from "../model-card.ts";

/** What `OLLAMA_CONTEXT_LENGTH` is when nobody set it. */
const usualContext = 4096;

/** An Ollama with models on disk and some of them in memory, each with the window it was loaded with. */
export class OllamaHost {
  readonly #shelf: ModelShelf;
  readonly #context: number;
  readonly #loaded = new Map<string, number>();

  constructor(shelf: ModelShelf, context = usualContext) {
    this.#shelf = shelf;
    this.#context = context;
  }

  /** The window that this request gets; the model is then in memory with it. Undefined: no limits are known. */
  load(model: string, body: unknown): number | undefined {
    const card = this.#shelf.find(model);
    if (card === undefined || this.#shelf.cards === undefined) return undefined;
    const options = isObject(body) && isObject(body.options) ? body.options : {};
    const wished = typeof options.num_ctx === "number" ? options.num_ctx : (card.numCtx ?? this.#context);
    const window = Math.min(wished, card.window ?? wished);
    this.#loaded.set(card.name, window);
    return window;
  }

  /** GET /api/ps */
  running(): unknown {
    const models = [...this.#loaded].map(([name, context_length]) => ({
      ...entry(name),
      expires_at: "2030-01-01T00:00:00Z",
      size_vram: 2_000_000_000,
      context_length,
    }));
    return { models };
  }

  /** GET /api/tags */
  tags(): unknown {
    const models = (this.#shelf.cards ?? []).map(({ name }) => ({
      ...entry(name),
      modified_at: "2025-01-01T00:00:00Z",
    }));
    return { models };
  }

  /** POST /api/show. Undefined: there is no such model. */
  show(model: string): unknown {
    const card = this.#shelf.find(model);
    if (card === undefined) return undefined;
    return {
      parameters: card.numCtx === undefined ? "" : `num_ctx                        ${card.numCtx}`,
      template: "{{ .Prompt }}",
      details,
      model_info: {
        "general.architecture": "llama",
        "general.parameter_count": 3_212_749_888,
        "llama.context_length": card.window ?? 131_072,
      },
      capabilities: ["completion", ...(card.tools === false ? [] : ["tools"])],
      modified_at: "2025-01-01T00:00:00Z",
    };
  }
}

const details = {
  parent_model: "",
  format: "gguf",
  family: "llama",
  families: ["llama"],
  parameter_size: "3.2B",
  quantization_level: "Q4_K_M",
};

function entry(name: string) {
  return { name, model: name, size: 2_019_393_189, digest: "a80c4f17acd5", details };
}
