import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { withNewDecisions } from "./new-decisions.ts";

const decides = (past: Past, by: string) =>
  `d${past.add(by, { type: "decision.recorded", topic: "T", decision: "D.", reason: "R.", proposed: by, agreed: [], dissents: [] }).seq}`;

function turn() {
  const past = Past.opened();
  past.enters("refinement");
  decides(past, "coach");
  past.turnStarts("coach/refinement.1/1", "coach", "coach");
  const loop = past.loopOpens("coach/refinement.1/1", "submit_scope");
  return { past, loop };
}

test("what the author of a result recorded in this turn is cited by its place, wherever it stands", () => {
  const { past, loop } = turn();
  const [first, second] = [decides(past, "coach"), decides(past, "coach")];
  expect(withNewDecisions({ text: "So (d#1), and so (d#2, d#1).", list: ["d#2"] }, past.state, loop)).toEqual(
    { text: `So (${first}), and so (${second}, ${first}).`, list: [second] },
  );
});

test("decisions of others and of earlier turns do not count, and what names none stays as it is", () => {
  const { past, loop } = turn();
  decides(past, "ada");
  const mine = decides(past, "coach");
  const input = { text: 'd#1 d#2 d#x d1 grid#1 "d#10"\n', n: 1, none: null };
  expect(withNewDecisions(input, past.state, loop)).toEqual({
    ...input,
    text: `${mine} d#2 d#x d1 grid#1 "d#10"\n`,
  });
  expect(withNewDecisions(undefined, past.state, loop)).toBeUndefined();
});
