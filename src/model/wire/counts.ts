import type { WireFormat } from "../endpoint.ts";
import { type JsonRecord, recordIn } from "../record-of.ts";

/** The counts of an event as the packages take them. */
export interface Counts {
  /** Left out: there are none that can be used. */
  readonly usage?: JsonRecord;
  /** A count that the total consists of is no count. */
  readonly isDoubted: boolean;
}

/**
 * Of everything that a provider counts, what Huddle uses. Anthropic's input is a sum with the cached parts, so a wrong
 * part makes the whole wrong. Elsewhere the cached part is contained in the input, so a wrong one is left out alone.
 */
export function countsOf(wire: WireFormat, raw: unknown): Counts {
  const told = namedIn(raw) ?? {};
  switch (wire) {
    case "anthropic": {
      const names = [
        "input_tokens",
        "output_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
      ];
      const isDoubted = namedIn(raw) === undefined || hasWrong(told, names);
      return { usage: isDoubted ? {} : only(told, names), isDoubted };
    }
    case "google": {
      const names = ["promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount"];
      if (isWrong(raw) || hasWrong(told, names)) return { isDoubted: true };
      return { usage: only(told, [...names, "cachedContentTokenCount"]), isDoubted: false };
    }
    default: {
      const names = ["prompt_tokens", "completion_tokens"];
      if (isWrong(raw) || hasWrong(told, names)) return { isDoubted: true };
      const details = only(namedIn(told.prompt_tokens_details) ?? {}, [
        "cached_tokens",
        "cache_write_tokens",
      ]);
      return { usage: { ...only(told, names), prompt_tokens_details: details }, isDoubted: false };
    }
  }
}

function isWrong(raw: unknown): boolean {
  return raw !== null && namedIn(raw) === undefined;
}

function hasWrong(told: JsonRecord, names: readonly string[]): boolean {
  return names.some((name) => told[name] !== undefined && told[name] !== null && !isCount(told[name]));
}

function only(told: JsonRecord, names: readonly string[]): JsonRecord {
  return Object.fromEntries(names.flatMap((name) => (isCount(told[name]) ? [[name, told[name]]] : [])));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A list has no counts. */
function namedIn(value: unknown): JsonRecord | undefined {
  return Array.isArray(value) ? undefined : recordIn(value);
}
