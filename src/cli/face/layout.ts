import type { Seat } from "../../core/terms/policy.ts";
import { widthOf } from "../../core/views/text-width.ts";
import type { Paint } from "./theme.ts";

/** How a story is set: how wide, in which colours, and what the person is called. */
export interface Layout {
  /** Infinite where nobody looks at a terminal: one thing, one line. */
  readonly width: number;
  readonly paint: Paint;
  readonly seats: readonly Seat[];
  /** What the product manager is called on this screen. */
  readonly human: string;
  /** Empty lines between what is said, for reading; none in a pipe. */
  readonly airy: boolean;
}

/** All that is said, or a line per turn; `asks`: a document that waits for the person stands here in full. */
export type Talk = { readonly kind: "whole" } | { readonly kind: "short"; readonly asks: boolean };

const narrowest = 7;
const broadest = 16;

/** Columns for the names, with the gap behind them. */
export function gutterOf({ seats, human }: Layout): number {
  const names = [...seats.map((seat) => seat.id), human];
  return Math.min(broadest, Math.max(narrowest, ...names.map(widthOf)) + 2);
}

export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
