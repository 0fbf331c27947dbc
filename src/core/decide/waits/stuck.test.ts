import { expect, test } from "vitest";
import { refined } from "../../../../test/support/pasts.ts";
import { answerStuck, stuckWaits } from "./stuck.ts";

const step = "turn/refinement.1/1";

test("only a step that could run and is not tried again by itself waits", () => {
  const past = refined();
  past.fails(step, 1_000);
  expect(stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt)).toEqual([]);
  const { seq } = past.fails(step);
  expect(stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt)).toEqual([
    { kind: "stuck", id: `s${seq}`, since: seq, step, error: "it broke" },
  ]);
  expect(
    stuckWaits(past.state, [{ key: "turn/refinement.1/2", loop: undefined }], past.state.headAt),
  ).toEqual([]);
});

test("it is tried again", () => {
  const past = refined();
  past.fails(step);
  const [wait] = stuckWaits(past.state, [{ key: step, loop: undefined }], past.state.headAt);
  if (!wait) throw new Error("nothing is stuck");
  expect(answerStuck({ wait, answer: { kind: "retry" }, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "step.retried", step } },
  ]);
});

test("10.14: words are read by a member who got nowhere, and refused where nobody would read them", () => {
  const past = refined();
  const wait = (code: string) => ({ kind: "stuck", id: "s9", since: 9, step, error: "no", code }) as const;
  const advise = { kind: "advise", words: "Shorter." } as const;
  expect(answerStuck({ wait: wait("no.result"), answer: advise, at: past.state, first: 9 })).toEqual([
    { actor: "human", event: { type: "message.posted", text: "Shorter." } },
    { actor: "human", event: { type: "step.retried", step } },
  ]);
  for (const code of ["no.reply", "branch.moved"])
    expect(answerStuck({ wait: wait(code), answer: advise, at: past.state, first: 9 })).toEqual({
      refused: "No member would read your words here. Mend what is in the way, then answer yes.",
    });
});
