import type { Wait } from "../../core/decide/waits/wait.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { wordsOf } from "../../core/views/inbox/words-of.ts";
import { hintsFor } from "../../core/views/typed/hints.ts";
import { withTime } from "../print/with-time.ts";
import { leftWords } from "./live-words.ts";

/** What the screen asks a person, and what they can type. */
export interface InlineQuestion {
  readonly text: string;
  readonly hint: string;
}

/** `now`: how long it still takes until something ends by itself is counted from here. */
export function askedFor(
  wait: Wait,
  now: Instant | undefined,
  ...about: [branch: string | undefined, enterShips?: boolean]
): InlineQuestion {
  const { asked, until } = wordsOf(wait);
  const text = until === undefined ? asked : `${withTime(asked, until)}${leftWords(until, now)}`;
  return { text, hint: hintsFor(wait, ...about).join(" · ") };
}
