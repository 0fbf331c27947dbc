import type { Wait } from "../../core/decide/waits/wait.ts";
import { wordsOf } from "../../core/views/inbox/words-of.ts";
import { hintsFor } from "../../core/views/typed/hints.ts";
import { withTime } from "../print/with-time.ts";

/** What the screen asks a person, and what they can type. */
export interface InlineQuestion {
  readonly text: string;
  readonly hint: string;
}

export function askedFor(
  wait: Wait,
  ...about: [branch: string | undefined, enterShips?: boolean]
): InlineQuestion {
  const { asked, until } = wordsOf(wait);
  const text = until === undefined ? asked : withTime(asked, until);
  return { text, hint: hintsFor(wait, ...about).join(" · ") };
}
