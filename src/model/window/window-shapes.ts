import { type JsonRecord, recordOf } from "../record-of.ts";

/** A page of a server that tells the window of a model, and where it stands there. */
export interface Page {
  /** Relative to the address of the API (`base`) or of the server itself (`origin`). */
  readonly at: "base" | "origin";
  readonly path: string;
  /** What is posted. Left out: the page is only read. */
  post?(id: string): unknown;
  /** The window in tokens. Undefined: the page does not say it. */
  read(said: unknown, id: string): number | undefined;
}

/** The list of models that every server with OpenAI's protocol has. Many add the window to it. */
export const modelList: Page = {
  at: "base",
  path: "/models",
  read(said, id) {
    const entry = entryOf(listIn(said), id);
    const top = recordOf(entry.top_provider);
    const meta = recordOf(entry.meta);
    return smallest([
      entry.max_model_len, // vLLM, SGLang
      entry.context_length, // OpenRouter, Together, Fireworks
      entry.context_window, // Groq
      entry.max_context_length, // Mistral
      top.context_length,
      meta.n_ctx, // llama.cpp
      recordOf(entry.metadata).context_length, // DeepInfra
    ]);
  },
};

/** Ollama knows this while a model is in memory, as it is after a request. Older versions do not say. */
export const ollamaLoaded: Page = {
  at: "origin",
  path: "/api/ps",
  read: (said, id) => smallest([entryOf(listIn(said), id, "named").context_length]),
};

/** Pages of servers on the person's own machines. */
export const ownPages: readonly Page[] = [
  {
    at: "origin",
    path: "/props", // llama.cpp: the context of one slot
    read: (said) => {
      const props = recordOf(said);
      return smallest([recordOf(props.default_generation_settings).n_ctx]) ?? smallest([props.n_ctx]);
    },
  },
  {
    at: "origin",
    path: "/api/v0/models", // LM Studio
    read: (said, id) => smallest([entryOf(listIn(said), id).loaded_context_length]),
  },
  {
    at: "origin",
    path: "/api/v1/models", // LM Studio from 0.4
    read: (said, id) => {
      const loaded = entryOf(listIn(said), id).loaded_instances;
      const instances = Array.isArray(loaded) ? loaded : [];
      return smallest(instances.map((one) => recordOf(recordOf(one).config).context_length));
    },
  },
  ollamaLoaded,
  {
    at: "origin",
    path: "/api/show", // Ollama: what the Modelfile sets
    post: (id) => ({ model: id }),
    read: (said) => {
      const { parameters } = recordOf(said);
      const set = typeof parameters === "string" ? /^num_ctx\s+"?(\d+)/m.exec(parameters)?.[1] : undefined;
      return set === undefined ? undefined : smallest([Number(set), trainedIn(said)]);
    },
  },
  {
    at: "origin",
    path: "/info", // TGI
    read: (said) => smallest([recordOf(said).max_total_tokens]),
  },
  {
    at: "origin",
    path: "/api/extra/true_max_context_length", // KoboldCpp
    read: (said) => smallest([recordOf(said).value]),
  },
];

/** What Ollama says a model was trained for. The key starts with the name of the model's architecture. */
export function trainedIn(shown: unknown): number | undefined {
  const info = Object.entries(recordOf(recordOf(shown).model_info));
  return smallest([info.find(([name]) => name.endsWith(".context_length"))?.[1]]);
}

function listIn(said: unknown): readonly unknown[] {
  const { data, models } = recordOf(said);
  if (Array.isArray(data)) return data;
  return Array.isArray(models) ? models : [];
}

/** A server with one model often ignores the name it is asked for. `named`: only this name counts. */
function entryOf(list: readonly unknown[], id: string, how?: "named"): JsonRecord {
  const names = [id, `${id}:latest`];
  const entries = list.map(recordOf);
  const found = entries.find(({ id: own, name, key, model }) =>
    [own, name, key, model].some((one) => typeof one === "string" && names.includes(one)),
  );
  return found ?? (how === undefined && entries.length === 1 ? entries[0] : undefined) ?? {};
}

function smallest(values: readonly unknown[]): number | undefined {
  const sizes = values.filter((one): one is number => typeof one === "number" && Number.isSafeInteger(one));
  const known = sizes.filter((one) => one > 0);
  return known.length === 0 ? undefined : Math.min(...known);
}
