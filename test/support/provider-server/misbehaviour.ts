import type { Framing } from "./frame.ts";

/** `details`: seconds in the body, as Google says it. `date`: seconds from now, as an HTTP date. */
export type RetryAfter =
  | { readonly seconds: number }
  | { readonly ms: number }
  | { readonly date: number }
  | { readonly details: number };

/**
 * The text in place of each count, or of all of them together; "" leaves the field out. A field that is not named stays
 * as it is.
 */
export interface WrongCounts {
  readonly input?: string;
  readonly output?: string;
  readonly cached?: string;
  readonly written?: string;
  readonly whole?: string;
}

/**
 * What can go wrong with one request. Several may hold at once. `after` counts the events that still come; left out,
 * it is half of them.
 */
export type Misbehaviour =
  | {
      readonly does: "status";
      readonly status: number;
      readonly retryAfter?: RetryAfter;
      /** What a proxy in front of the provider would send instead of the provider's own words. */
      readonly body?: "html" | "empty";
    }
  /** No money left, which no waiting cures. */
  | { readonly does: "spent" }
  /** The socket is closed before a byte of the response. */
  | { readonly does: "hang-up" }
  /** This answer instead of the provider's. */
  | {
      readonly does: "body";
      readonly text: string;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The reply in one piece, or as a list of its pieces, although a stream was asked for. */
  | { readonly does: "whole"; readonly as: "one" | "list" }
  /** These bytes on the socket, which need not be HTTP; then it is closed. */
  | { readonly does: "bytes"; readonly text: string }
  /** `before`, then `piece` again and again until so many bytes are sent or the client leaves. */
  | {
      readonly does: "flood";
      readonly before?: string;
      readonly piece: string;
      readonly bytes: number;
      readonly packed?: "gzip" | "br" | "deflate";
      readonly status?: number;
    }
  /** The first byte comes late; without `ms` it never comes. */
  | { readonly does: "slow"; readonly ms?: number; readonly before?: "headers" | "body" }
  /** The stream stands still, with pings when wished; without `ms` it never goes on. */
  | { readonly does: "stall"; readonly after?: number; readonly ms?: number; readonly pingMs?: number }
  | { readonly does: "stream-error"; readonly after?: number; readonly status?: 429 | 500 | 503 | 529 }
  /** The response ends as a whole one would, without having said why. */
  | { readonly does: "end-early"; readonly after?: number }
  /** The socket is closed in the middle of an event. */
  | { readonly does: "cut"; readonly after?: number; readonly reset?: boolean }
  | { readonly does: "chunks"; readonly bytes: number }
  /** Chunks end inside the bytes of every character that has several. */
  | { readonly does: "split-utf8" }
  | { readonly does: "framing"; readonly how: Framing }
  | { readonly does: "arguments"; readonly how: "broken" | "array" | "string" | "types" | "megabyte" }
  | { readonly does: "ids"; readonly how: "same" | "none" }
  /** What stands on the wire in place of the counts: any text, also what is no JSON. */
  | { readonly does: "usage"; readonly counts: WrongCounts }
  | {
      readonly does: "reply";
      readonly how:
        | "empty"
        | "white-space"
        | "reasoning"
        | "megabyte"
        | "length"
        | "refused"
        | "filtered"
        | "other";
    };

/** What is wanted of one kind of misbehaviour, when it is. */
export function found<D extends Misbehaviour["does"]>(
  all: readonly Misbehaviour[],
  does: D,
): Extract<Misbehaviour, { does: D }> | undefined {
  return all.find((one): one is Extract<Misbehaviour, { does: D }> => one.does === does);
}
