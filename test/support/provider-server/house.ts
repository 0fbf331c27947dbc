import { anthropicSpeech } from "./anthropic/speech.ts";
import { describeModels } from "./describe-models.ts";
import { generatePath } from "./google/read.ts";
import { googleSpeech } from "./google/speech.ts";
import { type ModelCard, ModelShelf } from "./model-card.ts";
import { OllamaHost } from "./ollama/host.ts";
import { ollamaSpeech } from "./ollama/speech.ts";
import { flavours, type OpenAiFlavour } from "./openai/flavour.ts";
import { openAiSpeech } from "./openai/speech.ts";
import type { HttpCall, WireSpeech } from "./wire-speech.ts";

export interface HouseOptions {
  /** Without a list every name is a model without limits. */
  readonly models?: readonly ModelCard[];
  /** Keys that are taken; without them any key is. */
  readonly keys?: readonly string[];
  /** Who it is that speaks OpenAI's wire. */
  readonly flavour?: OpenAiFlavour;
  /** Fewest tokens that a cache keeps. */
  readonly cacheMinimum?: number;
  /** Ollama: the window of models that set none. */
  readonly contextLength?: number;
  /** Milliseconds, for the age of what is cached. */
  readonly now?: () => number;
}

/** The providers behind the server: their wires, their models and what they remember. */
export class House {
  readonly shelf: ModelShelf;
  readonly host: OllamaHost;
  readonly flavour: OpenAiFlavour;
  readonly keys: readonly string[] | undefined;
  readonly now: () => number;
  readonly #wires: Readonly<Record<"anthropic" | "openai" | "google" | "ollama", WireSpeech>>;

  constructor(options: HouseOptions) {
    const { models, keys, flavour = "openai", cacheMinimum = 1024, contextLength } = options;
    this.shelf = new ModelShelf(models);
    this.host = new OllamaHost(this.shelf, contextLength);
    this.flavour = flavour;
    this.keys = keys;
    this.now = options.now ?? (() => Date.now());
    this.#wires = {
      anthropic: anthropicSpeech(this.shelf, cacheMinimum),
      openai: openAiSpeech(flavours[flavour], this.shelf, cacheMinimum),
      google: googleSpeech(this.shelf, cacheMinimum),
      ollama: ollamaSpeech(this.shelf),
    };
  }

  /** Whose wire this is, by its path. */
  wireOf({ method, url }: HttpCall): WireSpeech | undefined {
    if (method !== "POST") return undefined;
    if (url.pathname === "/v1/messages") return this.#wires.anthropic;
    if (url.pathname === "/v1/chat/completions") return this.#wires.openai;
    if (url.pathname === "/api/chat") return this.#wires.ollama;
    return generatePath.test(decodeURIComponent(url.pathname)) ? this.#wires.google : undefined;
  }

  /** Whose list of models this is: it is for those with a key. */
  listsOn({ method, url, headers }: HttpCall): WireSpeech | undefined {
    if (method !== "GET") return undefined;
    if (url.pathname === "/v1beta/models") return this.#wires.google;
    if (url.pathname !== "/v1/models") return undefined;
    return headers["anthropic-version"] ? this.#wires.anthropic : this.#wires.openai;
  }

  describe(call: HttpCall, body: unknown): { readonly status: number; readonly body: unknown } | undefined {
    return describeModels(call, body, this);
  }
}
