import { hash } from "node:crypto";
import type { RawFact } from "../../core/facts/upcast.ts";

/** The `prev` of every log's first line. */
export const genesis = "0".repeat(32);

/** A line's name in the chain: sha256 of its bytes without the newline, the first 32 hex digits. */
export function hashLine(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex").slice(0, 32);
}

/**
 * Every line starts with `{"seq":`, and those bytes occur nowhere else in it: inside a text the quotes are
 * escaped, and where an object in the event starts with that key, one letter of the key is. So a line that
 * follows the torn start of another can be told from a part of it.
 */
export function encodeLine(fact: RawFact): Buffer {
  const { seq, prev, at, v, actor, step, fence, more, event } = fact;
  const text = JSON.stringify({ seq, prev, at, v, actor, step, fence, more, event });
  if (!text.includes(beginning, 1)) return Buffer.from(text);
  return Buffer.from(beginning + text.slice(beginning.length).replaceAll(beginning, '{"\\u0073eq":'));
}

const beginning = '{"seq":';

/**
 * `unreadable`: not JSON. A torn write always leaves this, because a proper prefix of an object is never JSON.
 * `foreign`: JSON, but not a fact, which no torn write can leave.
 */
export type Parsed = RawFact | "unreadable" | "foreign";

export function parseLine(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
  return isEnvelope(value) ? value : "foreign";
}

/** Only the envelope and the type: whole schemas are checked on append and by `checkLog`. */
function isEnvelope(value: unknown): value is RawFact {
  if (typeof value !== "object" || value === null) return false;
  // Every field is checked below before it is used.
  const { seq, prev, at, v, actor, step, fence, more, event } = value as Partial<RawFact>;
  return (
    typeof seq === "number" &&
    typeof prev === "string" &&
    typeof at === "string" &&
    typeof v === "number" &&
    typeof actor === "string" &&
    (step === undefined || typeof step === "string") &&
    (fence === undefined || typeof fence === "number") &&
    (more === undefined || more === true) &&
    typeof event === "object" &&
    event !== null &&
    typeof event.type === "string"
  );
}

/** The whole line that follows torn bytes, if there is one. */
export function lineBehindTorn(bytes: Buffer): Buffer | undefined {
  const start = bytes.lastIndexOf(beginning);
  return start > 0 ? bytes.subarray(start) : undefined;
}
