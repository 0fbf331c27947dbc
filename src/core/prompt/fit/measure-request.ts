import type { Request } from "../../ports/request.ts";
import { mostTokens, type Price, reserveOf } from "../../terms/money.ts";
import type { Reserved } from "../../terms/money-schema.ts";

export interface Measured {
  /** The request as it is hashed. */
  readonly text: string;
  readonly bytes: number;
  /** The most this request can cost. */
  readonly reserved: Reserved;
}

/**
 * The size of a request, and what must be reserved for it. A request that is only inspected is measured the same way.
 */
export function measureRequest(request: Request, price: Price | undefined): Measured {
  const text = JSON.stringify(request);
  const bytes = utf8Length(text);
  return { text, bytes, reserved: reserveOf(mostTokens(bytes), request.maxOutput ?? 0, price) };
}

/** Bytes in UTF-8. Encoding into a scratch buffer is faster than counting the multi-byte characters. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const { read, written } = encoder.encodeInto(text.slice(at), scratch);
    at += read;
    bytes += written;
  }
  return bytes;
}

const encoder = new TextEncoder();
const scratch = new Uint8Array(256 * 1024);
