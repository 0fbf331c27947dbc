import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { policy as plain } from "../../../test/support/plans.ts";
import { defaultRounds } from "../terms/defaults.ts";
import type { Policy } from "../terms/policy.ts";

type How = "said" | "passed" | "cut";

/** A talk whose turns end like this, in the order in which they come: ada, bo, the coach, and again. */
function talk(hows: readonly How[], policy: Partial<Policy> = { rounds: defaultRounds }): Past {
  const past = Past.opened({ policy: { turns: 40, ...policy } });
  past.enters("refinement");
  for (const how of hows) {
    const [step] = past.decided().steps;
    if (!step || !("seat" in step)) throw new Error(`nobody speaks after ${hows}`);
    past.turnStarts(step.key, step.seat, step.kind === "coach" ? "coach" : "engineer");
    // Something is settled all the time, so that the talk does not stall.
    past.harness({ type: "point.deferred", topic: "t", why: "later" }, step.key);
    past.turnEnds(step.key, how);
  }
  return past;
}

const waitsAfter = (hows: readonly How[], policy?: Partial<Policy>) => talk(hows, policy).decided().waits;

describe("10.1: turns that come to nothing stop the talk", () => {
  test.each<[string, How[]]>([
    ["of everybody", ["cut", "cut", "cut"]],
    ["of everybody, after good ones", ["said", "said", "said", "cut", "cut", "cut"]],
    ["of the coach alone", ["said", "said", "cut", "said", "said", "cut", "said", "passed", "cut"]],
    ["of one engineer alone", ["cut", "said", "said", "cut", "said", "said", "cut"]],
    ["of two, by turns", ["said", "cut", "cut", "said", "cut"]],
  ])("three, %s", (_, hows) => {
    expect(waitsAfter(hows)).toMatchObject([{ kind: "limit", why: "cut" }]);
    expect(waitsAfter(hows.slice(0, -1))).toEqual([]);
  });

  test.each<[string, How[]]>([
    ["two", ["cut", "cut", "said"]],
    ["with a whole round in between", ["cut", "cut", "said", "said", "said", "cut", "said", "said"]],
    ["passes are no such turns", ["cut", "passed", "said", "cut", "passed", "said"]],
  ])("not: %s", (_, hows) => {
    expect(waitsAfter(hows)).toEqual([]);
  });

  test("the person lets it go on, and the count begins anew", () => {
    const past = talk(["cut", "cut", "cut"]);
    past.human({ type: "phase.extended", turns: 0, why: "the product manager lets it go on" });
    expect(past.decided()).toMatchObject({ waits: [], steps: [{ key: "turn/refinement.1/3" }] });
  });

  test("a person is asked at any pace: somebody must look at the model", () => {
    for (const pace of ["careful", "normal", "auto"] as const)
      expect(waitsAfter(["cut", "cut", "cut"], { rounds: defaultRounds, pace })).toHaveLength(1);
  });

  test("sessions that were opened without this limit go on as before", () => {
    expect(waitsAfter(["cut", "cut", "cut"], {})).toEqual([]);
    expect(waitsAfter(["cut", "cut", "cut"], { rounds: { same: 3, any: 6 } })).toEqual([]);
    expect(plain.rounds).toBeUndefined();
  });
});

describe("a visit for which one turn is enough", () => {
  /** A small change is reviewed: one member speaks. */
  function reviewing(policy: Partial<Policy> = {}): Past {
    const past = Past.opened({ policy }).reaches("implementation");
    past.lands("t1");
    const entered = { type: "phase.entered" as const, phase: "code-review" as const, visit: 1 };
    past.harness({ ...entered, kickoff: "", charter: "c", turns: 1 });
    speak(past);
    return past;
  }

  /** The turns of engineers and the coach that follow, up to this many of the former. */
  function speak(past: Past, most = 1): number {
    for (let turns = 0; turns <= most; ) {
      const [step] = past.decided().steps;
      if (!step || !("seat" in step) || step.kind === "artifact") return turns;
      if (step.kind === "turn") turns += 1;
      past.turnStarts(step.key, step.seat, step.kind === "coach" ? "coach" : "engineer");
      past.harness({ type: "point.deferred", topic: "t", why: "later" }, step.key);
      past.turnEnds(step.key);
    }
    throw new Error("the talk goes on");
  }

  const due = (past: Past) => {
    const { steps, waits } = past.decided();
    return [...steps, ...waits].map(({ kind }) => kind);
  };

  test("its artifact follows without asking a person", () => {
    expect(due(reviewing())).toEqual(["artifact"]);
    expect(due(reviewing({ pace: "careful" }))).toEqual(["artifact"]);
  });

  test("once the artifact is sent back, there is something to discuss: it is a talk like any other", () => {
    const past = reviewing();
    const artifact = past.submits("findings", { summary: "Nothing.", findings: [] });
    past.human({ type: "artifact.settled", artifact, verdict: "returned", reasons: ["Look at t1 again."] });
    expect(speak(past, plain.turns)).toBe(plain.turns);
    expect(due(past)).toEqual(["limit"]);
  });

  test("and at pace auto nobody is asked at its end", () => {
    const past = reviewing({ pace: "auto" });
    const artifact = past.submits("findings", { summary: "Nothing.", findings: [] });
    past.human({ type: "artifact.settled", artifact, verdict: "returned", reasons: ["Look at t1 again."] });
    speak(past, plain.turns);
    expect(due(past)).toEqual(["artifact"]);
  });
});
