import type { State } from "../state/state.ts";
import { threadOfLoop } from "../state/threads.ts";
import type { LoopId } from "../terms/ids.ts";
import { toArray } from "../text/appended.ts";

/**
 * A decision has no id before its reply is recorded. So a result in the same reply cites it as d#1, d#2, …, in the order
 * in which its author recorded decisions in this thread. What names none of them stays as it is.
 */
export function withNewDecisions(input: unknown, at: State, loop: LoopId): unknown {
  const text = JSON.stringify(input);
  if (text === undefined || !place.test(text)) return input;
  const thread = threadOfLoop(at, loop);
  const made = toArray(at.ledger).filter(({ seq, by }) => by === thread?.seat && seq > thread.openedAt);
  // The same JSON with other words in its texts: neither pattern nor ids have signs that JSON escapes.
  const written = text.replace(places, (words, number: string) => made[Number(number) - 1]?.id ?? words);
  return JSON.parse(written);
}

const place = /\bd#\d/;
const places = /\bd#(\d{1,3})\b/g;
