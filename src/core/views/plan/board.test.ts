import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import { taskStates } from "../../terms/task-machine.ts";
import { summaryOf } from "../documents/summary.ts";
import { nextStep } from "../next/next-step.ts";
import { boardOf, plainState } from "./board.ts";

describe("the board", () => {
  test("shows tasks layer by layer in plain words", () => {
    const past = Past.opened().reaches("implementation", [planned("t1", "t2"), planned("t2"), planned("t3")]);
    past.moves("t2", "dispatched");
    expect(boardOf(past.state).map(({ id, owner, state, layer }) => [layer, id, owner, state])).toEqual([
      [1, "t2", "bo", "working"],
      [1, "t3", "ada", "queued"],
      [2, "t1", "ada", "queued"],
    ]);
    expect(boardOf(Past.opened().state)).toEqual([]);
  });

  test.each([
    ["architect", "asking"],
    ["human", "needs you"],
  ] as const)("says who has to answer what the author of a task asks: %s", (to, word) => {
    expect(boardOf(asksAbout({ to }).state)).toMatchObject([{ id: "t1", state: word }]);
  });

  test("says that a task waits for a yes, and no longer than that", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    const asks = { shown: "b", hash: "h", risk: "raised", why: "w", action: "commit", seat: "ada" } as const;
    const { seq } = past.harness({ type: "approval.requested", task: "t1", ...asks });
    expect(boardOf(past.state)).toMatchObject([{ id: "t1", state: "needs you" }]);
    past.human({ type: "approval.resolved", approval: `y${seq}`, hash: "h", verdict: "granted" });
    expect(boardOf(past.state)).toMatchObject([{ id: "t1", state: "queued" }]);
  });

  test("has a word for every state", () => {
    expect(taskStates.map(plainState)).toEqual([
      "queued",
      "working",
      "planning",
      "planning",
      "working",
      "testing",
      "review",
      "landing",
      "landing",
      "asking",
      "needs you",
      "needs you",
      "with you",
      "failed",
      "landed",
      "cancelled",
    ]);
  });
});

describe("requirement by requirement", () => {
  function landedWith(passed: number | undefined): Past {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    const counts = passed === undefined ? {} : { counts: { passed, failed: 0 } };
    const result = { name: "tests", command: "npm test", exit: 0, ms: 1, blob: "b", ...counts };
    const { seq } = past.harness({
      type: "checks.finished",
      task: "t1",
      commit: "c1",
      why: "landing",
      passed: true,
      results: [result, result],
      sandboxed: false,
    });
    past.harness({ type: "task.landed", task: "t1", was: "base", commit: "c1", checks: seq });
    past.lands("t1");
    return past;
  }

  test("a requirement is met when every task that covers it has landed", () => {
    const past = landedWith(3);
    expect(summaryOf(past.state, past.facts)).toEqual([
      {
        id: "r1",
        text: "it works",
        accepted: ["a test says so"],
        tasks: [
          { id: "t1", title: "Build t1", commit: "c1", tests: 6 },
          { id: "t2", title: "Build t2", commit: undefined, tests: undefined },
        ],
        met: false,
      },
    ]);
    past.lands("t2");
    expect(summaryOf(past.state, past.facts)[0]?.met).toBe(true);
  });

  test("tests that nobody counted are unknown, not zero; what no task covers is not met", () => {
    const past = landedWith(undefined);
    expect(summaryOf(past.state, past.facts)[0]?.tasks[0]?.tests).toBeUndefined();
    const bare = Past.opened();
    bare.enters("refinement");
    bare.accepts(bare.submits("scope", scope));
    expect(summaryOf(bare.state, bare.facts)).toMatchObject([{ id: "r1", tasks: [], met: false }]);
    expect(summaryOf(Past.opened().state, [])).toEqual([]);
  });
});

describe("the next step for a person", () => {
  const commandOf = (past: Past) => nextStep(past.state, past.now).command;

  test("is to run while the team has something to do, also when it only waits for a time", () => {
    const past = Past.opened();
    expect(commandOf(past)).toBe("huddle run");
    past.fails("enter/refinement.1", 10_000);
    expect(commandOf(past)).toBe("huddle run");
  });

  test("names what waits, by its id", () => {
    const past = Past.opened();
    past.enters("refinement");
    past.fails("turn/refinement.1/1");
    expect(commandOf(past)).toBe("huddle reply s3 yes");
    past.signals("human");
    const id = past.submits("scope", scope);
    expect(nextStep(past.state, past.now)).toEqual({
      command: `huddle reply ${id} yes`,
      why: "the scope waits for you",
    });
  });

  test.each([
    [["big", "small"], "1"],
    [[], '"…"'],
  ])("a question with options %j is answered with %s", (options, answer) => {
    const past = Past.opened();
    past.enters("refinement");
    past.add("coach", { type: "question.asked", text: "?", options, thread: "x", loop: "l1", call: "c1_1" });
    expect(commandOf(past)).toBe(`huddle reply q3 ${answer}`);
  });

  test("takes what is proposed for tasks that nobody has, so that no volunteer is passed over", () => {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1")] }));
    const { seq } = past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    expect(commandOf(past)).toBe(`huddle reply w${seq} yes`);
  });

  test("is to ship what is reviewed, and then another session", () => {
    const past = Past.opened().reaches("code-review");
    past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
    expect(commandOf(past)).toBe("huddle ship");
    past.harness({ type: "session.closed", how: "finished", why: "shipped" });
    expect(commandOf(past)).toBe('huddle new "…"');
  });

  test("is to run again where a run was told to end", () => {
    const past = Past.opened().reaches("planning");
    past.runs({ until: "refinement" });
    expect(nextStep(past.state, past.now)).toEqual({
      command: "huddle run",
      why: "--until refinement is reached",
    });
  });
});
