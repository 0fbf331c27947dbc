import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { policy as plain, seat } from "../../../test/support/plans.ts";
import { defaultRounds } from "../terms/defaults.ts";
import type { Policy, Seat } from "../terms/policy.ts";
import { architectOf, coachOf, isCoachDue, standstill } from "./talk.ts";

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

test("of two coaches or architects the first speaks", () => {
  const seats = [
    seat("a", "architect"),
    seat("c", "coach"),
    seat("b", "architect"),
    seat("d", "coach"),
    seat("e"),
  ];
  const { state } = Past.opened({ seats });
  expect([coachOf(state), architectOf(state)]).toEqual(["c", "a"]);
});

describe("a standstill", () => {
  /** After so many turns of engineers, with nothing settled and no other turns. */
  function standsAfter(
    turns: number,
    seats: readonly Seat[],
    policy: Partial<Policy> = {},
    happens = (_: Past) => {},
  ) {
    const past = Past.opened({ seats, policy: { turns: 40, ...policy } });
    past.enters(policy.phases?.[0] ?? "refinement");
    for (let turn = 1; turn <= turns; turn += 1) past.turn(`turn/${turn}`, "ada");
    happens(past);
    const { stage } = past.state;
    return stage && standstill(past.state, stage);
  }
  const two = [seat("ada"), seat("bo")];

  test("comes after three whole rounds that settle nothing, and not within a round", () => {
    expect([5, 6, 7, 8].map((turns) => standsAfter(turns, two))).toEqual([
      undefined,
      "stalled",
      undefined,
      "stalled",
    ]);
  });

  test("does not come that way while a topic is explored", () => {
    expect(standsAfter(8, two, { phases: ["exploration"] })).toBeUndefined();
  });

  test("comes when the turns are used up, but not before a coach who is due, or an architect who is called", () => {
    expect([1, 2].map((turns) => standsAfter(turns, two, { turns: 2 }))).toEqual([undefined, "turns"]);
    const all = [...two, seat("coach", "coach"), seat("architect", "architect")];
    const calls = (past: Past) => past.says("ada", "@architect?");
    expect(standsAfter(2, all, { turns: 2 })).toBeUndefined();
    expect(standsAfter(3, all, { turns: 2 })).toBe("turns");
    expect(standsAfter(3, all, { turns: 2 }, calls)).toBeUndefined();
  });

  test("comes with the first turn that comes to nothing, where one is enough", () => {
    const once = { rounds: { same: 3, any: 6, cut: 1 } };
    expect(standsAfter(0, two, once)).toBeUndefined();
    expect(
      standsAfter(0, two, once, (past) => {
        past.turnStarts("turn/1", "ada");
        past.turnEnds("turn/1", "cut");
      }),
    ).toBe("cut");
  });

  test("the coach is due after each turn of a single engineer, and not before the first", () => {
    const past = Past.opened({ seats: [seat("ada"), seat("coach", "coach")] });
    past.enters("refinement");
    const isDue = () => past.state.stage && isCoachDue(past.state, past.state.stage);
    expect(isDue()).toBe(false);
    past.turn("turn/1", "ada");
    expect(isDue()).toBe(true);
    past.turn("coach/1", "coach");
    expect(isDue()).toBe(false);
  });
});
