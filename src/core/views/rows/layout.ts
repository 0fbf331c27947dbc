import type { Instant } from "../../terms/ids.ts";
import type { Seat } from "../../terms/policy.ts";
import { widthOf } from "../text-width.ts";
import type { Paint } from "./theme.ts";

/** Times as the person's own clock shows them. The core knows no time zone. */
export interface LocalTimes {
  /** `10:00:05`, with the day if it is another day than `now`. */
  time(instant: Instant, now?: Instant): string;
  /** `2026-01-05 10:00`. */
  dateAndTime(instant: Instant): string;
}

/** How a story is laid out: the width, the colours, and the name for the person. */
export interface Layout {
  /** Infinite without a terminal: each item is one line. */
  readonly width: number;
  readonly paint: Paint;
  readonly seats: readonly Seat[];
  /** What the product manager is called on this screen. */
  readonly human: string;
  /** Empty lines between messages, for reading; none in a pipe. */
  readonly airy: boolean;
  /** A phase begins with a rule as wide as the screen, if that has a width. Left out: yes. */
  readonly ruled?: boolean;
  readonly times: LocalTimes;
  /** How words of members are laid out as rows. Left out: as they are. */
  words?(text: string, width: number): readonly string[];
  /** What the clock says. Left out: nothing is shown that depends on it. */
  readonly now?: Instant;
}

/**
 * How much a person reads: everything that is said; with each command and each refused call as well; or one line per
 * turn. `asks`: a document that waits for the person is shown in full all the same. `folds`: commands are told together,
 * once it is over what they were for.
 */
export type Talk =
  | { readonly kind: "said"; readonly folds?: boolean }
  | { readonly kind: "whole" }
  | { readonly kind: "short"; readonly asks: boolean; readonly folds?: boolean };

export interface TalkOptions {
  readonly all?: boolean;
  readonly brief?: boolean;
}

export function talkFrom({ all, brief }: TalkOptions, asks: boolean, folds = false): Talk {
  if (all) return { kind: "whole" };
  return brief ? { kind: "short", asks, folds } : { kind: "said", folds };
}

const narrowest = 7;
const broadest = 16;

/** Columns for the names and the gap after them. */
export function gutterOf({ seats, human }: Layout): number {
  const names = [...seats.map((seat) => seat.id), human];
  return Math.min(broadest, Math.max(narrowest, ...names.map(widthOf)) + 2);
}

export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}
