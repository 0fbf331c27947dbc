import type { Reserved } from "./events.ts";
import { mostTokens, type Price, reserveOf } from "./money.ts";
import type { Request } from "./request.ts";

export interface Measured {
  /** The request as it is hashed. */
  readonly text: string;
  readonly bytes: number;
  /** The worst this request can cost. */
  readonly reserved: Reserved;
}

/** How large a request is, and what must be put aside for it. A request that is only looked at is measured the same way. */
export function measureRequest(request: Request, price: Price | undefined): Measured {
  const text = JSON.stringify(request);
  const bytes = utf8Length(text);
  return { text, bytes, reserved: reserveOf(mostTokens(bytes), request.maxOutput ?? 0, price) };
}

/** Bytes in UTF-8. Core has no encoder: the browser and Node would each bring their own. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  // Most of what is sent is one byte to a character, and is passed over at once.
  for (const { 0: odd } of text.matchAll(/[^\0-\x7f]+/g))
    for (let index = 0; index < odd.length; index++) {
      const unit = odd.charCodeAt(index);
      // Half of a pair counts two, so that a pair counts four; alone it would be replaced by three bytes.
      bytes += unit < 0x800 || isPaired(odd, index, unit) ? 1 : 2;
    }
  return bytes;
}

function isPaired(text: string, index: number, unit: number): boolean {
  if (unit >= 0xd800 && unit < 0xdc00) return isWithin(text.charCodeAt(index + 1), 0xdc00, 0xe000);
  return isWithin(unit, 0xdc00, 0xe000) && isWithin(text.charCodeAt(index - 1), 0xd800, 0xdc00);
}

function isWithin(unit: number, from: number, to: number): boolean {
  return unit >= from && unit < to;
}
