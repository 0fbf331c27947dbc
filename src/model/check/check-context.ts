import type { ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Fetch } from "../gateway/attempt-fetch.ts";
import type { Failed } from "../gateway/failure-of.ts";
import { readPage } from "../window/ask-window.ts";
import { ollamaLoaded, trainedIn } from "../window/window-shapes.ts";
import { wantedWindow as wanted } from "./check-advice.ts";

/** Where Ollama's own API is, and how to reach it. */
export interface OllamaAccess {
  /** Without `/v1`. */
  readonly origin: string;
  readonly fetch: Fetch;
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** How much of a conversation a model really sees. Ollama drops the rest silently. */
export interface ContextCheck {
  /** The context length the model was trained for, in tokens. */
  readonly trained?: number;
  /** The context length Ollama says it loaded the model with. */
  readonly loaded?: number;
  /** The longest prompt, in tokens, whose first words the model remembered; 0: not even the shortest. */
  readonly proven: number;
  /** The shortest prompt whose first words the model forgot. Left out: it remembered all of them. */
  readonly forgotten?: number;
  readonly enough: boolean;
  /** What the person can do; empty when the context is large enough. */
  readonly advice: string;
}

const steps = [2_048, 4_096, 8_192, 16_384, wanted];

export async function checkContext(
  model: string,
  ollama: OllamaAccess,
  ask: (request: Request) => Promise<ModelReply>,
): Promise<ContextCheck | { readonly failed: Failed }> {
  const id = model.slice(model.indexOf("/") + 1);
  const trained = trainedIn(await ollamaSays("/api/show", ollama, { model: id }));
  const sizes = steps.filter((size) => trained === undefined || size <= trained);
  let characters = 3;
  let proven = 0;
  let forgotten: number | undefined;
  for (const size of sizes) {
    const word = passwordFrom(ollama.random);
    const text = prompt(word, size * characters);
    const messages = [{ role: "user" as const, blocks: [text] }];
    const reply = await ask({ model, tools: [], system: "", messages, maxOutput: 1_000 });
    // A server that fails says nothing about the window; one that refuses by length does.
    if (reply.kind === "failed" && !reply.tooLong) return { failed: reply };
    if (reply.kind === "failed" || !reply.text.toLowerCase().includes(word)) {
      forgotten = size;
      break;
    }
    proven = size;
    // Characters per token of this model, from its own count.
    if (reply.usage && reply.usage.input > 0)
      characters = Math.min(6, Math.max(2, text.length / reply.usage.input));
  }
  const loaded = ollamaLoaded.read(await ollamaSays(ollamaLoaded.path, ollama), id);
  return {
    ...(trained !== undefined && { trained }),
    ...(loaded !== undefined && { loaded }),
    proven,
    ...(forgotten !== undefined && { forgotten }),
    enough: proven >= wanted,
    advice: proven >= wanted ? "" : adviceFor(id, trained),
  };
}

/** The password first, filler in between, the question last. Leaves a tenth of the room for the reply. */
function prompt(word: string, room: number): string {
  const lines: string[] = [];
  for (let at = 1, length = 0; length < room * 0.9; at++) {
    const line = `Item ${at}: the shelf holds ${(at * 7) % 13} boxes and ${(at * 5) % 11} crates.`;
    lines.push(line);
    length += line.length + 1;
  }
  const head = `The password is ${word}. You will be asked for it at the end.`;
  return `${head}\n${lines.join("\n")}\nWhat is the password? Answer with it alone.`;
}

function passwordFrom(random: () => number): string {
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const colours = ["amber", "copper", "indigo", "silver", "violet", "scarlet"];
  const birds = ["falcon", "heron", "magpie", "osprey", "plover", "swift"];
  return `${pick(colours)}${pick(birds)}${10 + Math.floor(random() * 90)}`;
}

function ollamaSays(path: string, { origin, fetch, signal }: OllamaAccess, post?: unknown): Promise<unknown> {
  return readPage({ baseUrl: origin }, path, { fetch, signal, at: "origin", timeoutMs: 10_000, post });
}

function adviceFor(id: string, trained: number | undefined): string {
  if (trained !== undefined && trained < wanted)
    return `This model reads at most ${trained} tokens, and building needs about ${wanted}. Use it for discussions, and build with another model.`;
  return `Building needs a context of about ${wanted}. For all models: OLLAMA_CONTEXT_LENGTH=${wanted} ollama serve. For this one: write "FROM ${id}" and "PARAMETER num_ctx ${wanted}" into a file called Modelfile, then: ollama create ${id.replace(/:/g, "-")}-long -f Modelfile`;
}
