import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { compareTallies, tally } from "./tally.ts";

function session(): Past {
  const past = Past.opened();
  past.enters("refinement");
  past.turn("turn/refinement.1/1", "ada");
  return past;
}

describe("a tally", () => {
  test("counts facts by type, per thread and task", () => {
    const past = session();
    expect(tally(past.facts)).toEqual({
      attempts: 0,
      counts: {
        "session session.opened": 1,
        "enter/refinement.1 phase.entered": 1,
        "turn/refinement.1/1 turn.started": 1,
        "turn/refinement.1/1 loop.opened": 1,
        "turn/refinement.1/1 model.asked": 1,
        "turn/refinement.1/1 model.replied": 1,
        "turn/refinement.1/1 loop.closed": 1,
        "turn/refinement.1/1 message.posted": 1,
        "turn/refinement.1/1 turn.ended": 1,
      },
    });
  });

  test("leaves out runners, and counts a repeated attempt apart", () => {
    const plain = session();
    const killed = Past.opened();
    killed.runs();
    killed.enters("refinement");
    const loop = killed.turnStarts("turn/refinement.1/1", "ada");
    killed.asks(loop, 1, 1);
    killed.runs();
    killed.asks(loop, 1, 2);
    killed.replies(loop, 1, "x");
    killed.harness({ type: "loop.closed", loop, outcome: "text" });
    killed.add("ada", { type: "message.posted", text: "x", thread: "turn/refinement.1/1" });
    killed.harness({ type: "turn.ended", thread: "turn/refinement.1/1", how: "said" });
    expect(tally(killed.facts)).toEqual({ ...tally(plain.facts), attempts: 1 });
  });

  test("does not depend on the order of tasks that run side by side", () => {
    const one = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    const two = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    one.lands("t1");
    one.lands("t2");
    two.lands("t2");
    two.lands("t1");
    expect(tally(one.facts)).toEqual(tally(two.facts));
  });
});

test("two tallies differ in what was lost and what was doubled", () => {
  const a = { attempts: 0, counts: { x: 2, y: 1, z: 1 } };
  const b = { attempts: 9, counts: { x: 1, z: 1, w: 1 } };
  expect(compareTallies(a, b)).toEqual({
    lost: ["x (2 expected, 1 found)", "y (1 expected, 0 found)"],
    doubled: ["w (0 expected, 1 found)"],
  });
  expect(compareTallies(a, a)).toEqual({ lost: [], doubled: [] });
});
