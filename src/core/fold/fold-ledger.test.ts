import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { toArray } from "../text/appended.ts";

const decision = { topic: "t", decision: "d", reason: "r", proposed: "ada" };

function talking(): Past {
  const past = Past.opened();
  past.enters("refinement");
  past.turn("turn/1", "ada");
  return past;
}

test("a decision stands with what it cites, and what takes its place beside it; both are progress", () => {
  const past = talking();
  const recorded = { ...decision, agreed: [], dissents: [] };
  const { seq } = past.add("coach", { type: "decision.recorded", ...recorded });
  expect(past.state.stage?.settledIn).toBe(1);
  past.add("coach", { type: "decision.amended", ...recorded, cites: "m12", amends: `d${seq}` });
  expect(toArray(past.state.ledger)).toStrictEqual([
    { id: `d${seq}`, seq, by: "coach", ...recorded },
    { id: `d${seq + 1}`, seq: seq + 1, by: "coach", ...recorded, amends: `d${seq}`, cites: "m12" },
  ]);
});

test("a point that is put off stands with who did that, and is progress", () => {
  const past = talking();
  const { seq } = past.add("coach", { type: "point.deferred", topic: "t", why: "later" });
  expect(toArray(past.state.deferred)).toEqual([{ seq, by: "coach", topic: "t", why: "later" }]);
  expect(past.state.stage?.settledIn).toBe(1);
});
