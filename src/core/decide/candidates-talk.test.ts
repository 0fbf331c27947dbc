import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { talkCandidates } from "./candidates-talk.ts";

const building = () => Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
const since = (past: Past) => talkCandidates(past.state).map((one) => [one.step.key, one.since]);

describe("10.41: a phase is left since the fact that finished it, whatever comes later", () => {
  test.each([
    ["t1", "t2"],
    ["t2", "t1"],
  ])("building, when %s landed first and %s last", (first, last) => {
    const past = building();
    past.lands(first);
    expect(since(past)).toEqual([]);
    past.lands(last);
    const { head } = past.state;
    past.says("ada", "Both have landed.");
    expect(since(past)).toEqual([["enter/code-review.1", head]]);
  });

  test("building that was entered again with nothing left to build", () => {
    const past = building();
    past.lands("t1");
    past.lands("t2");
    const { seq } = past.enters("implementation", 2);
    past.says("ada", "Nothing to do.");
    expect(since(past)).toEqual([["enter/code-review.1", seq]]);
  });

  test("planning, when the last task got its engineer", () => {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1"), planned("t2")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    past.human({ type: "task.assigned", task: "t2", seat: "bo", why: "" });
    const { seq } = past.human({ type: "task.assigned", task: "t1", seat: "ada", why: "" });
    past.says("ada", "I have one.");
    expect(since(past)).toEqual([["enter/pre-code-review.1", seq]]);
  });
});

describe("10.41: once the talk is called complete, its artifact is written, and nobody speaks before", () => {
  const spoken = (phase: "refinement" | "exploration", turns: number) => {
    const past = Past.opened(phase === "exploration" ? { policy: { phases: [phase] } } : {});
    past.enters(phase);
    for (let turn = 1; turn <= turns; turn += 1)
      past.turn(`turn/${phase}.1/${turn}`, turn % 2 === 1 ? "ada" : "bo");
    return past;
  };

  test.each([
    ["the architect, who was called", "refinement", 1, "architect"],
    ["the coach, who was called", "exploration", 1, "coach"],
    ["the coach, whose turn it is after a round", "refinement", 2, undefined],
  ] as const)("%s", (_, phase, turns, called) => {
    const past = spoken(phase, turns);
    if (called) past.says("ada", `@${called} what do you say?`, [called]);
    const [before] = talkCandidates(past.state);
    expect(before?.step.kind).toBe(called ?? "coach");
    past.signals("human");
    expect(talkCandidates(past.state).map(({ step }) => step.kind)).toEqual(["artifact"]);
  });
});
