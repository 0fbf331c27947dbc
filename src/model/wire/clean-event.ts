import { deepest } from "../../core/text/is-deep.ts";
import type { WireFormat } from "../endpoint.ts";
import { countsOf } from "./counts.ts";

/** Levels that a provider puts around the arguments of a call. */
const around = 16;
/** Events with token counts are short, unless they also hold a whole call. */
const longestRepair = 64 * 1024;

type Json = Record<string, unknown>;

/**
 * The events of one reply as a provider's package can read them. The packages throw a whole reply away when a count in
 * it is no number, or when a call has no id.
 */
export class EventCleaner {
  readonly #wire: WireFormat;
  #isDoubted = false;

  constructor(wire: WireFormat) {
    this.#wire = wire;
  }

  /** Token counts that no request can have stood in an event. */
  get isDoubted(): boolean {
    return this.#isDoubted;
  }

  /** Most events pass unchanged. Throws on one that is nested too deep to be read. */
  clean(event: Buffer): Buffer {
    if (isNested(event)) throw new TooDeep();
    if (!this.#isConcerned(event)) return event;
    const { name, data } = fieldsOf(event.toString("utf8"));
    const body = parsed(data);
    if (body === undefined || !this.#change(body)) return event;
    const lines = [...(name === undefined ? [] : [`event: ${name}`]), `data: ${JSON.stringify(body)}`];
    return Buffer.from(`${lines.join("\n")}\n\n`, "utf8");
  }

  #isConcerned(event: Buffer): boolean {
    if (this.#wire !== "anthropic") return event.includes('"usage');
    return event.includes('"message_') || event.includes('"tool_use"');
  }

  /** Whether something in it changed. */
  #change(body: Json): boolean {
    switch (this.#wire) {
      case "anthropic":
        if (body.type === "content_block_start") return giveId(body.content_block);
        // The package throws a reply away in which one of these counts is missing.
        if (body.type === "message_delta") return this.#count(body, "usage", "output_tokens");
        if (body.type !== "message_start" || !isJson(body.message)) return false;
        return this.#count(body.message, "usage", "input_tokens");
      case "google":
        return body.usageMetadata !== undefined && this.#count(body, "usageMetadata");
      default:
        return body.usage !== undefined && body.usage !== null && this.#count(body, "usage");
    }
  }

  #count(holder: Json, field: string, required?: string): true {
    const { usage, isDoubted } = countsOf(this.#wire, holder[field]);
    this.#isDoubted ||= isDoubted;
    if (usage === undefined) delete holder[field];
    else holder[field] = required === undefined ? usage : { [required]: 0, ...usage };
    return true;
  }
}

/** Ids of calls are ours, so any will do. */
function giveId(block: unknown): boolean {
  if (!isJson(block) || block.type !== "tool_use") return false;
  if (typeof block.id === "string" && block.id !== "") return false;
  block.id = "call";
  return true;
}

/** The name and the data of an event; the data may stand in several lines. */
function fieldsOf(event: string): { readonly name?: string; readonly data: string } {
  const lines = event.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(field) ? [line.slice(field.length).replace(/^ /, "")] : []));
  const [name] = valuesOf("event:");
  return { ...(name !== undefined && { name }), data: valuesOf("data:").join("\n") };
}

/** JSON has no NaN and no Infinity, but several servers write them. */
function parsed(data: string): Json | undefined {
  for (const text of data.length > longestRepair ? [data] : [data, data.replace(bareWords, asNull)]) {
    try {
      const value: unknown = JSON.parse(text);
      return isJson(value) ? value : undefined;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

const bareWords = /"[^"\\]*(?:\\.[^"\\]*)*"|[-+]?(?:NaN|Infinity|nan|inf|Inf)\b/g;

function asNull(word: string): string {
  return word.startsWith('"') ? word : '"no number"';
}

/** Whether JSON is nested too deep for code that walks through it. Looks at the bytes alone. */
export function isNested(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === 0x5c) at++;
    else if (byte === 0x22) isText = !isText;
    else if (isText) continue;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > deepest + around) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A reply is nested too deep to be read. */
export class TooDeep extends Error {
  override readonly name = "AI_TooDeep";
}
