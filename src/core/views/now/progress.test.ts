import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { type Live, quiet } from "./live.ts";
import { type Progress, progressOf } from "./progress.ts";
import { progressLine } from "./progress-line.ts";

const emptyAccount = {
  spent: { tokens: 0, micros: 0 },
  reserved: { tokens: 0, micros: 0 },
  unconfirmed: { tokens: 0, micros: 0 },
};
const some: Progress = {
  phase: "implementation",
  tasks: { landed: 2, of: 5, failed: 1 },
  busy: [
    { who: "ada", task: "t3", does: "thinks" },
    { does: "runs the tests", task: "t4" },
  ],
  elapsedMs: 252_000,
  spent: {
    ...emptyAccount,
    spent: { tokens: 9_000, micros: 400_000 },
    reserved: { tokens: 1, micros: 10_000 },
  },
  budget: { micros: 5_000_000 },
  scripted: false,
  waits: [{ id: "q41", title: "coach asks" }],
};

describe("how a run comes along, in one row", () => {
  test("of a build", () => {
    expect(progressLine(some, 100)).toBe(
      "Build: 2 of 5 landed, 1 failed · 2 at work · 4 min 12 s · $0.41 of $5.00 · needs you: q41",
    );
  });

  test.each<[number, string]>([
    [80, "Build: 2 of 5 landed, 1 failed · 2 at work · $0.41 of $5.00 · needs you: q41"],
    [70, "Build: 2 of 5 landed, 1 failed · $0.41 of $5.00 · needs you: q41"],
    [52, "Build: 2 of 5 landed, 1 failed · needs you: q41"],
    [40, "Build: 2 of 5 landed, 1 failed"],
    [12, "Build: 2 of…"],
  ])("in %i columns the parts that matter least are left out", (width, line) => {
    expect(progressLine(some, width)).toBe(line);
  });

  test.each<[string, Partial<Progress>, string]>([
    ["a talk", { phase: "planning", turns: { done: 2, of: 12 } }, "Planning: turn 3 of 12"],
    ["its last turn", { phase: "planning", turns: { done: 12, of: 12 } }, "Planning: turn 12 of 12"],
    ["one at work", { busy: [{ who: "ada", does: "speaks" }] }, "ada speaks"],
    ["Huddle at work", { busy: [{ does: "runs\u0007 the tests" }] }, "runs the tests"],
    ["work that only waits", { busy: [{ who: "ada", does: "waits", rests: true }] }, ""],
    ["tokens", { budget: { tokens: 20_000 } }, "9,001 tokens of 20,000 tokens"],
    ["no budget", { budget: {} }, "9,001 tokens"],
    ["a scripted team", { scripted: true }, ""],
    [
      "five waits",
      { waits: ["a1", "b2", "c3", "d4", "e5"].map((id) => ({ id, title: "" })) },
      "needs you: a1, b2, c3 and 2 more",
    ],
  ])("of %s", (_, change, words) => {
    expect(progressLine({ ...some, ...change }, 300)).toContain(words);
  });

  test("without a phase it has not begun", () => {
    const { phase: _, tasks: __, budget: ___, ...rest } = some;
    expect(progressLine({ ...rest, busy: [], waits: [], scripted: true }, 80)).toBe("Not begun · 4 min 12 s");
  });
});

describe("what it is made from", () => {
  const building = () => {
    const past = Past.opened({ policy: { budget: { session: { micros: 1_000_000 } } } }).reaches(
      "implementation",
      [planned("t1"), planned("t2"), planned("t3")],
    );
    past.runs();
    past.moves("t1", "dispatched");
    past.moves("t1", "ready");
    past.moves("t3", "cancelled");
    return past;
  };

  test("tasks that were cancelled do not count, and money counts against the budget in force", () => {
    const past = building();
    past.human({ type: "budget.granted", scope: "session", micros: 500_000, why: "more" });
    const { tasks, budget, turns, phase } = progressOf(past.state, quiet, past.now);
    expect({ tasks, budget, turns, phase }).toEqual({
      tasks: { landed: 0, of: 2, failed: 0 },
      budget: { micros: 1_500_000 },
      turns: undefined,
      phase: "implementation",
    });
  });

  test("who does what since when, in talk and build, and since when it runs", () => {
    const past = building();
    const since = past.now;
    const live: Live = {
      ...quiet,
      runsSince: since,
      words: {
        "turn/code-review.1/1": { seat: "bo", ask: 1, text: "Hm", arrived: 2, since },
        "coach/code-review.1/1": {
          seat: "coach",
          ask: 1,
          text: "",
          arrived: 0,
          held: "rate limit",
          until: since,
        },
        "coding/t1.1": { seat: "ada", ask: 1, text: "", arrived: 0, since },
      },
      doing: { t1: { words: "runs `ls`", since: "2026-01-01T00:00:00.000Z", printed: "a.js" } },
    };
    const later = new Date(Date.parse(since) + 2_000).toISOString();
    const { busy, elapsedMs } = progressOf(past.state, live, later);
    expect(busy).toEqual([
      { who: "bo", does: "speaks", since },
      { who: "coach", does: "waits: rate limit", until: since, rests: true },
      { who: "ada", task: "t1", does: "runs `ls`", since, printed: "a.js" },
    ]);
    expect(elapsedMs).toBe(2_000);
  });

  test("what waits for the person", () => {
    const past = building();
    past.moves("t1", "blocked", "it stopped", { origin: "CODING", blocked: "prerequisite" });
    const { waits } = progressOf(past.state, quiet, past.now);
    expect(waits).toEqual([{ id: expect.stringMatching(/^f\d+$/), title: expect.stringContaining("t1") }]);
  });
});
