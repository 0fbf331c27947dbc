import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { asOneTask } from "../../rules/one-task.ts";
import { type Estimate, estimateLines, estimateOf } from "./estimate.ts";
import { type Effort, type History, openHistory } from "./history.ts";

const plan = [planned("t1"), planned("t2"), planned("t3", "t1"), planned("t4", "t2", "t3")];

function took(tokens: number, micros?: number): Effort {
  return { requests: tokens / 100, tokens, ...(micros !== undefined && { micros }) };
}

function session(tasks: readonly Effort[], phases: History["phases"] = {}): History {
  return { isScripted: false, tasks, phases };
}

const nothingKnown: Estimate = { tasks: 4, layers: 3, chain: ["t1", "t3", "t4"] };

describe("without history", () => {
  test("only the plan is known, and that is said", () => {
    expect(estimateOf(plan, [])).toEqual(nothingKnown);
    expect(estimateOf(plan, [session([], { "code-review": took(100, 1) })])).toEqual(nothingKnown);
    expect(estimateLines(nothingKnown)).toEqual([
      "4 tasks in 3 layers, the longest chain t1 → t3 → t4.",
      "No estimate: no earlier session in this repository has landed a task.",
    ]);
    expect(estimateLines(estimateOf([planned("t1")], []))[0]).toBe("1 task in 1 layer.");
    expect(estimateLines(estimateOf([planned("t1"), planned("t2", "t1")], []))[0]).toBe(
      "2 tasks in 2 layers, the longest chain t1 → t2.",
    );
  });
});

describe("with history", () => {
  const histories = [
    session([took(1000, 10_000), took(2000, 20_000)], { "pre-code-review": took(500, 5_000) }),
    session([took(3000, 30_000)], { "pre-code-review": took(700, 7_000), "code-review": took(100, 1_000) }),
    session([]),
  ];

  test("each task takes the middle of what tasks took, and the phases to come are added", () => {
    expect(estimateOf(plan, histories)).toEqual({
      ...nothingKnown,
      basis: { sessions: 2, tasks: 3, phases: ["pre-code-review", "code-review"], priced: 3 },
      requests: { low: 67, likely: 4 * 20 + 6 + 1, high: 4 * 25 + 7 + 1 },
      tokens: { low: 4 * 1500 + 550 + 100, likely: 4 * 2000 + 600 + 100, high: 4 * 2500 + 650 + 100 },
      micros: { low: 66_500, likely: 87_000, high: 107_500 },
    });
  });

  test("the words give range and basis", () => {
    expect(estimateLines(estimateOf(plan, histories))).toEqual([
      "4 tasks in 3 layers, the longest chain t1 → t3 → t4. The rest may take: $0.09 ($0.07 to $0.11); requests 87 (67 to 108); tokens 8.7k (6.7k to 11k).",
      "From 2 earlier sessions here: 3 tasks.",
    ]);
  });

  test("what it leaves out and what has no price is said", () => {
    const [lines, other] = [
      estimateLines(estimateOf(plan, [session([took(1000, 10_000), took(2000)])])),
      estimateLines(estimateOf(plan, [session([took(2_000_000)])])),
    ];
    expect(lines[1]).toBe(
      "From 1 earlier session here: 2 tasks, 1 of them with a known price; not included, because there is no earlier example: pre-code-review and code-review.",
    );
    expect(other[0]).toContain("cost unknown, because no price is known; requests 80k; tokens 8M");
  });
});

describe("what a session took", () => {
  test("is counted for tasks that landed and phases that were left", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.reaches("implementation", [planned("t1"), planned("t2")]);
    for (const id of ["t1", "t2"]) {
      past.threadOpens(`coding/${id}.1`, "ada", "coding", id);
      const loop = past.loopOpens(`coding/${id}.1`, "done");
      for (const ask of [1, 2]) {
        past.asks(loop, ask);
        past.replies(loop, ask, "");
      }
    }
    past.harness({ type: "task.landed", task: "t2", was: "a", commit: "b", checks: 1 });
    const reading = openHistory();
    for (const fact of past.facts) reading.add(fact);
    const { isScripted, tasks, phases } = reading.history();
    expect({ isScripted, tasks }).toEqual({ isScripted: false, tasks: [{ requests: 2, tokens: 10 }] });
    expect(phases.refinement).toEqual({ requests: 1, tokens: 5 });
    expect(Object.keys(phases)).toEqual(["refinement"]); // in the others nobody was asked anything
  });

  test.each([
    ["a lost attempt", { type: "loop.paused", on: "budget", scope: "session", why: "used up" }],
    ["a runner that was killed", { type: "runner.started", host: "h", pid: 1, startedAt: "t", mode: "run" }],
  ] as const)("what was put aside for %s is no example of what a task takes", (_, event) => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    past.asks(loop, 1);
    past.replies(loop, 1, "");
    const reserved = { input: 900_000, output: 8_000, micros: 4_000_000 };
    const asked = { loop, ask: 2, attempt: 1, model: "m", renderer: 1, hash: "h", bytes: 1, reserved };
    past.harness({ type: "model.asked", ...asked });
    past.harness(event.type === "loop.paused" ? { ...event, loop } : event);
    past.harness({ type: "task.landed", task: "t1", was: "a", commit: "b", checks: 1 });
    const reading = openHistory();
    for (const fact of past.facts) reading.add(fact);
    expect(reading.history().tasks).toEqual([{ requests: 2, tokens: 5 }]);
  });

  test("a talk that was left for doing it as one task is no example of one", () => {
    const past = Past.opened({ policy: { sizing: true } });
    past.enters("refinement");
    const loop = past.turnStarts("sizing/refinement.1", "coach", "sizing");
    past.asks(loop);
    past.replies(loop, 1, "");
    past.add("coach", { type: "work.sized", size: "task", tasks: 1, why: "small" });
    past.turnEnds("sizing/refinement.1", "submitted");
    for (const { actor, event } of asOneTask("human", past.state, past.state.head + 1))
      past.add(actor, event);
    past.human({ type: "phase.requested", phase: "implementation", why: "one task" });
    past.enters("implementation");
    const reading = openHistory();
    for (const fact of past.facts) reading.add(fact);
    expect(reading.history().phases).toEqual({});
  });
});
