import { appendAnswer } from "../../src/core/decide/append-answer.ts";
import { decide } from "../../src/core/decide/decide.ts";
import { factVersion } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { State } from "../../src/core/state/state.ts";
import { wordsOf } from "../../src/core/views/inbox/words-of.ts";

/** Whatever waits for a person can be settled by each answer that is offered for it. Throws where one cannot. */
export function checkOffers(at: State, now: string): void {
  for (const wait of decide(at, now).waits)
    for (const offer of wordsOf(wait).offers) {
      if (!("answer" in offer)) continue;
      const drafts = appendAnswer({ wait, answer: offer.answer, at, first: at.head + 1 });
      const answer = `${JSON.stringify(offer.answer)} to ${wait.kind} ${wait.id}`;
      if ("refused" in drafts) throw new Error(`${answer} is offered and refused: ${drafts.refused}`);
      const facts = drafts.map((draft, index) => ({
        ...draft,
        seq: at.head + 1 + index,
        prev: "",
        at: now,
        v: factVersion,
      }));
      const after = decide(facts.reduce(fold, at), now);
      if (after.waits.some(({ id }) => id === wait.id)) throw new Error(`${answer} leaves it waiting`);
    }
}
