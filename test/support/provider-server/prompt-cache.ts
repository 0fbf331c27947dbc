import { createHash } from "node:crypto";
import { charactersPerToken } from "./tokens.ts";

export interface CacheBlock {
  readonly text: string;
  /** What else decides whether it is the same, and is no text. */
  readonly setting?: string;
  /** A cache mark stands on this block. */
  readonly mark?: "5m" | "1h";
}

export interface CacheSplit {
  readonly read: number;
  readonly written: number;
  /** The part of `written` that lives for an hour. */
  readonly writtenHour: number;
}

export interface CacheLook {
  readonly split: CacheSplit;
  /** What was written can be read from now on. A provider does this when its reply begins. */
  commit(): void;
}

/** How far before a mark an entry is looked for, in blocks. */
const lookBack = 20;
const lifeMs = { "5m": 5 * 60_000, "1h": 60 * 60_000 };

/**
 * Anthropic's cache: entries stand where marks stood, and hold everything before. A request reads the longest entry
 * within twenty blocks before one of its marks, and writes up to its last mark. Reading gives an entry new life.
 */
export class MarkedCache {
  readonly #entries = new Map<string, { until: number; lifeMs: number }>();
  readonly #minimum: number;

  constructor(minimumTokens: number) {
    this.#minimum = minimumTokens * charactersPerToken;
  }

  look(scope: string, blocks: readonly CacheBlock[], now: number): CacheLook {
    const prefixes = prefixesOf(scope, blocks);
    const marks = blocks.flatMap((block, index) => (block.mark === undefined ? [] : [{ ...block, index }]));
    const hit = this.#hit(prefixes, marks, now);
    const read = hit?.tokens ?? 0;
    const fit = marks.flatMap(({ index, mark }) => {
      const prefix = prefixes[index];
      return prefix && mark && prefix.characters >= this.#minimum ? [{ ...prefix, mark }] : [];
    });
    let from = read;
    let writtenHour = 0;
    for (const { tokens, mark } of fit) {
      if (mark === "1h") writtenHour += Math.max(0, tokens - from);
      from = Math.max(from, tokens);
    }
    const commit = () => {
      const refreshed = hit && this.#entries.get(hit.hash);
      if (refreshed) refreshed.until = now + refreshed.lifeMs;
      for (const { hash, mark } of fit)
        this.#entries.set(hash, { until: now + lifeMs[mark], lifeMs: lifeMs[mark] });
    };
    return { split: { read, written: from - read, writtenHour }, commit };
  }

  #hit(prefixes: readonly Prefix[], marks: readonly { index: number }[], now: number): Prefix | undefined {
    for (const { index } of marks.toReversed()) {
      const near = prefixes.slice(Math.max(0, index - lookBack), index + 1).toReversed();
      const found = near.find(({ hash }) => (this.#entries.get(hash)?.until ?? 0) > now);
      if (found) return found;
    }
    return undefined;
  }
}

interface Prefix {
  readonly hash: string;
  readonly characters: number;
  readonly tokens: number;
}

function prefixesOf(scope: string, blocks: readonly CacheBlock[]): readonly Prefix[] {
  let hash = scope;
  let characters = 0;
  return blocks.map(({ text, setting = "" }) => {
    hash = chained(`${hash}${setting}`, text);
    characters += text.length;
    return { hash, characters, tokens: Math.floor(characters / charactersPerToken) };
  });
}

/** OpenAI's and Google's: nobody marks anything; what begins like an earlier request is read, in steps of 128 tokens. */
export class PrefixCache {
  readonly #steps = new Map<string, number>();
  readonly #minimum: number;

  constructor(minimumTokens: number) {
    this.#minimum = minimumTokens;
  }

  look(scope: string, text: string, now: number): CacheLook {
    const steps: string[] = [];
    const size = 128 * charactersPerToken;
    for (let at = 0; at + size <= text.length; at += size)
      steps.push(chained(steps.at(-1) ?? scope, text.slice(at, at + size)));
    const known = steps.findIndex((step) => (this.#steps.get(step) ?? 0) <= now);
    const read = (known < 0 ? steps.length : known) * 128;
    const commit = () => {
      for (const step of steps) this.#steps.set(step, now + lifeMs["5m"]);
    };
    return { split: { read: read >= this.#minimum ? read : 0, written: 0, writtenHour: 0 }, commit };
  }
}

function chained(before: string, text: string): string {
  return createHash("sha256").update(`${before}\0${text}`).digest("base64");
}
