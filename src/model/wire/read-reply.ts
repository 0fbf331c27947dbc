import type { TextStreamPart, ToolSet } from "ai";
import type { ModelReply } from "../../core/ports/model.ts";
import { utf8Length } from "../../core/prompt/fit/measure-request.ts";
import type { Usage } from "../../core/terms/money-schema.ts";
import { isDeep } from "../../core/text/is-deep.ts";
import { TooDeep } from "./clean-event.ts";
import type { OpaquePart } from "./opaque.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;
type Part = TextStreamPart<ToolSet>;

/** Called while a reply arrives. */
export interface Listener {
  text(text: string): void;
  reasoning(text: string): void;
  call(tool: string): void;
  /** More of a call's arguments: so many characters. */
  input(length: number): void;
}

/** What a stream contained. When `error` is set, the rest is worth nothing. */
export interface ReadReply {
  readonly text: string;
  readonly calls: Replied["calls"];
  readonly parts: readonly OpaquePart[];
  /** Undefined: the stream ended before the provider ended the reply. */
  readonly finish?: { readonly kind: string; readonly raw: string };
  readonly usage?: Usage;
  /** Bytes of text, reasoning and arguments. */
  readonly bytes: number;
  readonly error?: { readonly value: unknown };
}

/** Reads a stream to its end or to its first error, whichever comes first. May throw what the stream throws. */
export async function readReply(stream: AsyncIterable<Part>, listener: Listener): Promise<ReadReply> {
  const reading = new Reading(listener);
  for await (const part of stream) {
    if (part.type === "error" && !(part.error instanceof OneRequestOnly))
      return { ...reading.result(), error: { value: part.error } };
    // At its end the package walks through every call, however deep it is.
    if (part.type === "tool-call" && isDeep(part.input))
      return { ...reading.result(), error: { value: new TooDeep() } };
    reading.take(part);
  }
  return reading.result();
}

type Told =
  | { kind: "reasoning" | "text"; text: string; options?: Options }
  | { kind: "call"; options?: Options };
type Options = NonNullable<OpaquePart["options"]>;

class Reading {
  readonly #listener: Listener;
  readonly #told: Told[] = [];
  readonly #open = new Map<string, Extract<Told, { text: string }>>();
  readonly #calls: { tool: string; input: unknown }[] = [];
  #finish: ReadReply["finish"];
  #usage: Usage | undefined;
  #bytes = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  take(part: Part): void {
    switch (part.type) {
      case "text-start":
      case "text-delta":
      case "text-end":
        this.#speak("text", part);
        return;
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        this.#speak("reasoning", part);
        return;
      case "tool-input-start":
        this.#listener.call(part.toolName);
        return;
      case "tool-input-delta":
        this.#bytes += utf8Length(part.delta);
        this.#listener.input(part.delta.length);
        return;
      case "tool-call":
        if (part.providerExecuted === true) return;
        this.#calls.push({ tool: part.toolName, input: inputOf(part.input) });
        this.#told.push({ kind: "call", ...optionsOf(part.providerMetadata) });
        return;
      case "finish-step":
        if (part.rawFinishReason !== undefined)
          this.#finish = { kind: part.finishReason, raw: part.rawFinishReason };
        this.#usage = usageOf(part.usage);
        return;
      default:
        return; // sources, files and framing
    }
  }

  result(): ReadReply {
    const texts = this.#told.flatMap((told) => (told.kind === "text" ? [told.text] : []));
    return {
      text: texts.join(""),
      calls: this.#calls,
      parts: this.#told.map(partOf),
      bytes: this.#bytes,
      ...(this.#finish && { finish: this.#finish }),
      ...(this.#usage && { usage: this.#usage }),
    };
  }

  #speak(kind: "text" | "reasoning", part: { id: string; text?: string; providerMetadata?: unknown }): void {
    const key = `${kind} ${part.id}`;
    let told = this.#open.get(key);
    if (!told) {
      told = { kind, text: "" };
      this.#open.set(key, told);
      this.#told.push(told);
    }
    // The last metadata of a part wins: a signature comes after what it signs.
    Object.assign(told, optionsOf(part.providerMetadata));
    const text = part.text ?? "";
    if (text === "") return;
    told.text += text;
    this.#bytes += utf8Length(text);
    this.#listener[kind](text);
  }
}

function partOf(told: Told): OpaquePart {
  const options = told.options && { options: told.options };
  switch (told.kind) {
    case "reasoning":
      return { kind: "reasoning", text: told.text, ...options };
    case "text":
      return { kind: "text", length: told.text.length, ...options };
    case "call":
      return { kind: "call", ...options };
  }
}

function optionsOf(metadata: unknown): { options?: Options } {
  // Providers' metadata is JSON, two levels of names deep, by the SDK's own type.
  return metadata === undefined ? {} : { options: metadata as Options };
}

/** Many models send nothing at all for "no arguments". */
function inputOf(input: unknown): unknown {
  return typeof input === "string" && input.trim() === "" ? {} : input;
}

interface Counted {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly inputTokenDetails?: {
    readonly cacheReadTokens?: number | undefined;
    readonly cacheWriteTokens?: number | undefined;
  };
  readonly raw?: unknown;
}

/** Only what the provider counted. The packages write 0 where it gave no count. */
function usageOf({ inputTokens, outputTokens, inputTokenDetails: details, raw }: Counted): Usage | undefined {
  if (raw === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { cacheReadTokens, cacheWriteTokens } = details ?? {};
  return {
    input: inputTokens,
    output: outputTokens,
    ...(cacheReadTokens !== undefined && { cacheRead: cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWrite: cacheWriteTokens }),
  };
}

/** A provider's package wanted to send a second request, for which nothing is reserved. */
export class OneRequestOnly extends Error {
  override readonly name = "AI_OneRequestOnly";
  constructor() {
    super("The reply would continue in a second request; one attempt is one request.");
  }
}
