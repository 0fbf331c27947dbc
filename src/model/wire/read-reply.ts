import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import type { ModelReply } from "../../core/ports/model.ts";
import { utf8Length } from "../../core/prompt/fit/measure-request.ts";
import type { Usage } from "../../core/terms/money-schema.ts";
import { isDeep } from "../../core/text/is-deep.ts";
import { TooDeep } from "./clean-event.ts";
import type { OpaquePart } from "./opaque.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;
type Part = LanguageModelV3StreamPart;

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

/** Reads a stream to its end or to its first error, whichever comes first. May throw, as the stream may. */
export async function readReply(stream: AsyncIterable<Part>, listener: Listener): Promise<ReadReply> {
  const reading = new Reading(listener);
  for await (const part of stream) {
    if (part.type === "error" && !(part.error instanceof OneRequestOnly))
      return { ...reading.result(), error: { value: part.error } };
    reading.take(part);
    // The reply is whole. A stop that comes now must not take it back.
    if (part.type === "finish") break;
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
        this.#call(part.toolName, inputOf(part.input), part.providerMetadata);
        return;
      case "finish": {
        const { unified, raw } = part.finishReason;
        if (raw !== undefined) this.#finish = { kind: unified, raw };
        this.#usage = usageOf(part.usage);
        return;
      }
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

  #call(tool: string, input: unknown, metadata: unknown): void {
    if (isDeep(input)) throw new TooDeep();
    this.#calls.push({ tool, input });
    this.#told.push({ kind: "call", ...optionsOf(metadata) });
  }

  #speak(kind: "text" | "reasoning", part: { id: string; delta?: string; providerMetadata?: unknown }): void {
    const key = `${kind} ${part.id}`;
    let told = this.#open.get(key);
    if (!told) {
      told = { kind, text: "" };
      this.#open.set(key, told);
      this.#told.push(told);
    }
    // The last metadata of a part wins: a signature comes after what it signs.
    Object.assign(told, optionsOf(part.providerMetadata));
    const text = part.delta ?? "";
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

/** Many models send nothing at all for "no arguments". What is no JSON stays text, and the tool refuses it. */
function inputOf(input: string): unknown {
  if (input.trim() === "") return {};
  try {
    return JSON.parse(input);
  } catch (error) {
    if (error instanceof SyntaxError) return input;
    throw error;
  }
}

/** Only what the provider counted. The packages write 0 where it gave no count. */
function usageOf({ inputTokens, outputTokens, raw }: LanguageModelV3Usage): Usage | undefined {
  const [input, output] = [inputTokens.total, outputTokens.total];
  if (raw === undefined || input === undefined || output === undefined) return undefined;
  const { cacheRead, cacheWrite } = inputTokens;
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  };
}

/** A provider's package wanted to send a second request, for which nothing is reserved. */
export class OneRequestOnly extends Error {
  override readonly name = "AI_OneRequestOnly";
  constructor() {
    super("The reply would continue in a second request; one attempt is one request.");
  }
}
