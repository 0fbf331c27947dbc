import { expect, test } from "vitest";
import { waiting, waitingCases } from "../../../test/support/waiting.ts";
import { wordsOf } from "../views/inbox/words-of.ts";
import { appendAnswer } from "./append-answer.ts";
import { decide } from "./decide.ts";
import type { Answer } from "./waits/wait.ts";

test("an answer to another kind of wait is refused", () => {
  const { state } = waiting.question();
  const [wait] = decide(state, state.headAt).waits;
  if (!wait) throw new Error("nothing waits");
  expect(appendAnswer({ wait, answer: { kind: "approve" }, at: state, first: state.head + 1 })).toEqual({
    refused: `${wait.id} cannot be answered like that. See what it takes: huddle inbox`,
  });
});

test("what is offered for one kind of wait is taken by that kind alone", () => {
  const waits = waitingCases.map(({ past }) => {
    const { state } = past();
    const [wait] = decide(state, state.headAt).waits;
    if (!wait) throw new Error("nothing waits");
    const answers = wordsOf(wait).offers.flatMap((offer): Answer[] =>
      "answer" in offer ? [offer.answer] : [],
    );
    return { state, wait, answers };
  });
  for (const { state, wait } of waits)
    for (const other of waits)
      for (const answer of other.answers) {
        const drafts = appendAnswer({ wait, answer, at: state, first: state.head + 1 });
        const isRefused = "refused" in drafts && drafts.refused.includes("cannot be answered like that");
        expect(isRefused, `${answer.kind} to ${wait.kind}`).toBe(other.wait.kind !== wait.kind);
      }
});
