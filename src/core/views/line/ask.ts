import type { Wait } from "../../decide/waits/wait.ts";
import { wordsOf } from "../inbox/words-of.ts";
import { oneLine } from "../plain-text.ts";
import type { Layout } from "../rows/layout.ts";
import { leftWords } from "../rows/live-words.ts";
import { wrap } from "../rows/wrap.ts";
import { widthOf } from "../text-width.ts";
import { hintsFor } from "../typed/hints.ts";

/** What the screen asks a person, and what they can type. */
export interface InlineQuestion {
  readonly text: string;
  readonly hints: readonly string[];
}

/** Hints beside each other, in as many rows as they need: an offer that is cut off cannot be typed. */
export function hintRows(hints: readonly string[], width: number): readonly string[] {
  const rows: string[] = [];
  for (const hint of hints) {
    const longer = `${rows.at(-1)} · ${hint}`;
    if (rows.length > 0 && widthOf(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(hint);
  }
  return rows.flatMap((row) => wrap(row, width, 2));
}

/** How long it still takes until something ends by itself is counted from the layout's now. */
export function askedFor(
  wait: Wait,
  { times, now }: Pick<Layout, "times" | "now">,
  ...about: [branch: string | undefined, enterShips?: boolean]
): InlineQuestion {
  const { asked, until } = wordsOf(wait);
  const when = until === undefined ? "" : ` at ${times.dateAndTime(until)}${leftWords(until, now)}`;
  return { text: `${oneLine(asked)}${when}`, hints: hintsFor(wait, ...about) };
}
