import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { threadNamed } from "../state/threads.ts";
import { allPhases } from "../terms/phase.ts";
import { heardIn } from "./heard-in.ts";
import { labelled } from "./transcript-line.ts";

const coach = "coach/talk/1";
const talks = allPhases.filter((phase) => phase !== "implementation");

/** A phase in which everybody has spoken, and this member's turn is under way. */
function heldUp(phase: (typeof talks)[number], seat: string, kind: "coach" | "engineer"): Past {
  const past = Past.opened();
  past.enters(phase);
  past.turn("turn/before/ada", "ada", "Before.");
  past.turn("turn/before/bo", "bo", "Before.");
  past.turnStarts(coach, seat, kind);
  return past;
}

function heard(past: Past, thread = coach): readonly string[] {
  const found = threadNamed(past.state, thread);
  return found ? heardIn(past.state, found).map(labelled) : [];
}

const decided = { topic: "t", decision: "Yes.", reason: "so", proposed: "bo", agreed: [], dissents: [] };

describe("a turn that is held up hears what others say meanwhile", () => {
  test.each(talks)("in %s: words, decisions and points put off, in their order and not its own", (phase) => {
    const past = heldUp(phase, "coach", "coach");
    past.says("coach", "Mine.");
    past.add("coach", { type: "decision.recorded", ...decided });
    const { seq } = past.says("human", "@bo, how?");
    past.add("bo", { type: "decision.recorded", ...decided });
    past.turn("turn/after/bo", "bo", "Like this.");
    past.add("ada", { type: "point.deferred", topic: "u", why: "later" });
    expect(heard(past)).toEqual([
      `[product manager m${seq}] @bo, how?`,
      expect.stringMatching(/^\[recorded d\d+, proposed by bo\] t: Yes/),
      "[bo] Like this.",
      "[deferred by ada] u: later",
    ]);
  });

  test.each(talks)("in %s: so does an engineer who has spoken before", (phase) => {
    const past = heldUp(phase, "ada", "engineer");
    past.turn("turn/after/bo", "bo", "Like this.");
    expect(heard(past)).toEqual(["[bo] Like this."]);
  });

  test("who first speaks at the same time as others hears only the person", () => {
    const past = Past.opened();
    past.enters("meeting");
    past.turnStarts("turn/ada", "ada");
    past.turn("turn/bo", "bo", "Mine.");
    past.add("bo", { type: "decision.recorded", ...decided });
    const { seq } = past.says("human", "Mind the clock.");
    expect(heard(past, "turn/ada")).toEqual([`[product manager m${seq}] Mind the clock.`]);
  });
});
