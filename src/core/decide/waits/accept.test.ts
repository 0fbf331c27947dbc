import { expect, test } from "vitest";
import { refined, submitted } from "../../../../test/support/pasts.ts";
import { type AcceptAnswer, acceptWaits, answerAccept } from "./accept.ts";

function answered(answer: AcceptAnswer) {
  const { state } = submitted().past;
  const [wait] = acceptWaits(state);
  if (!wait) throw new Error("nothing waits for a yes");
  return answerAccept({ wait, answer, at: state, first: state.head + 1 });
}

test("an artifact waits until it is accepted", () => {
  const { past, id } = submitted();
  expect(acceptWaits(past.state)).toMatchObject([{ id, artifact: "scope", phase: "refinement", version: 1 }]);
  past.accepts(id);
  expect(acceptWaits(past.state)).toEqual([]);
});

test("accepted, it is settled", () => {
  expect(answered({ kind: "approve" })).toMatchObject([
    { actor: "human", event: { type: "artifact.settled", verdict: "accepted", reasons: [] } },
  ]);
});

test("sent back, the reason is what the team reads next", () => {
  expect(answered({ kind: "return", words: "Smaller." })).toMatchObject([
    { event: { type: "artifact.settled", verdict: "returned", reasons: ["Smaller."] } },
    { event: { type: "message.posted", text: "Smaller." } },
  ]);
  expect(answered({ kind: "return", words: "" })).toEqual({ refused: "Say what must be different." });
});

test("written again, its author is asked at once, also without words", () => {
  expect(answered({ kind: "rewrite", words: "Shorter." })).toMatchObject([
    { event: { verdict: "returned", reasons: ["Shorter."] } },
    { event: { text: "Shorter." } },
    { event: { type: "phase.signalled" } },
  ]);
  expect(answered({ kind: "rewrite" })).toMatchObject([
    { event: { reasons: ["Write it again, please."] } },
    {},
    {},
  ]);
});

test("what is gone cannot be accepted", () => {
  const [wait] = acceptWaits(submitted().past.state);
  if (!wait) throw new Error("nothing waits for a yes");
  const { state } = refined();
  expect(answerAccept({ wait, answer: { kind: "approve" }, at: state, first: state.head + 1 })).toEqual({
    refused: "This artifact no longer exists, so it cannot be accepted.",
  });
});
