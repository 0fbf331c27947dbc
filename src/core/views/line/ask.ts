import type { Wait } from "../../decide/waits/wait.ts";
import { wordsOf } from "../inbox/words-of.ts";
import { oneLine } from "../plain-text.ts";
import type { Layout } from "../rows/layout.ts";
import { leftWords } from "../rows/live-words.ts";
import { hintsFor } from "../typed/hints.ts";

/** What the screen asks a person, and what they can type. */
export interface InlineQuestion {
  readonly text: string;
  readonly hint: string;
}

/** How long it still takes until something ends by itself is counted from the layout's now. */
export function askedFor(
  wait: Wait,
  { times, now }: Pick<Layout, "times" | "now">,
  ...about: [branch: string | undefined, enterShips?: boolean]
): InlineQuestion {
  const { asked, until } = wordsOf(wait);
  const when = until === undefined ? "" : ` at ${times.dateAndTime(until)}${leftWords(until, now)}`;
  return { text: `${oneLine(asked)}${when}`, hint: hintsFor(wait, ...about).join(" · ") };
}
