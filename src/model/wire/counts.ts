import type { WireFormat } from "../endpoint.ts";

/** The counts of an event as the packages take them. */
export interface Counts {
  /** Left out: there are none that can be used. */
  readonly usage?: Readonly<Record<string, unknown>>;
  /** A count that the total consists of is no count. */
  readonly isDoubted: boolean;
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Of everything that a provider counts, what Huddle uses. Anthropic's input is a sum with the cached parts, so a wrong
 * part makes the whole wrong. Elsewhere the cached part is contained in the input, so a wrong one is left out alone.
 */
export function countsOf(wire: WireFormat, raw: unknown): Counts {
  const told = recordOf(raw) ?? {};
  switch (wire) {
    case "anthropic": {
      const names = [
        "input_tokens",
        "output_tokens",
        "cache_read_input_tokens",
        "cache_creation_input_tokens",
      ];
      const isDoubted = recordOf(raw) === undefined || hasWrong(told, names);
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
      const details = only(recordOf(told.prompt_tokens_details) ?? {}, [
        "cached_tokens",
        "cache_write_tokens",
      ]);
      return { usage: { ...only(told, names), prompt_tokens_details: details }, isDoubted: false };
    }
  }
}

function isWrong(raw: unknown): boolean {
  return raw !== null && recordOf(raw) === undefined;
}

function hasWrong(told: Raw, names: readonly string[]): boolean {
  return names.some((name) => told[name] !== undefined && told[name] !== null && !isCount(told[name]));
}

function only(told: Raw, names: readonly string[]): Raw {
  return Object.fromEntries(names.flatMap((name) => (isCount(told[name]) ? [[name, told[name]]] : [])));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function recordOf(value: unknown): Raw | undefined {
  // Only read; every object has string keys.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : undefined;
}
