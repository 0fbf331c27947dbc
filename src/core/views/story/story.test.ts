import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
import type { TeamEvent } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { graphRows } from "../plan/graph.ts";
import { storyOf } from "./story.ts";
import type { StoryLine } from "./story-line.ts";

/** What the newest fact adds to the story. */
function told(past: Past, tell: (past: Past) => Fact): readonly StoryLine[] {
  const before = past.state;
  return storyOf(tell(past), before, past.state);
}

function inShort(lines: readonly StoryLine[]): readonly string[] {
  return lines.map(
    ({ kind, who, text, task }) => `${kind} ${who}${task === undefined ? "" : ` ${task}`}: ${text}`,
  );
}

const talking = () => Past.opened().reaches("refinement");
const building = () => Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);

describe("talk", () => {
  test("opening tells what it is about and who is there", () => {
    const past = new Past();
    const lines = told(past, () => {
      const [fact] = Past.opened().facts;
      if (!fact) throw new Error("nothing opened");
      return fact;
    });
    expect(inShort(lines)).toEqual([
      "title human: Twice",
      "note harness: the team: ada (engineer), bo (engineer), coach, architect",
    ]);
    expect(lines[0]?.rows).toEqual(["A function that doubles a number."]);
  });

  test("a phase is told by name, and a second visit says so", () => {
    expect(inShort(told(Past.opened(), (past) => past.enters("pre-code-review")))).toEqual([
      "phase harness: Pre-code review",
    ]);
    expect(inShort(told(talking(), (past) => past.enters("refinement", 2)))).toEqual([
      "phase harness: Refinement, again",
    ]);
  });

  test.each([
    [0, "answer human: the talk goes on"],
    [1, "answer human: the talk goes on, for one more turn"],
    [4, "answer human: the talk goes on, for 4 more turns"],
  ])("a person who lets it go on for %i turns", (turns, line) => {
    const more = { type: "phase.extended" as const, turns, why: "the product manager has said something" };
    expect(inShort(told(talking(), (past) => past.human(more)))).toEqual([line]);
  });

  test("a phase begins with what the coach says", () => {
    const [line] = told(Past.opened(), (past) => past.enters("exploration"));
    expect(line).toMatchObject({ text: "Exploration", rows: ["Let us begin exploration."] });
  });

  test.each<[string, TeamEvent, string]>([
    ["small work that is built", { type: "size.settled", how: "do" }, "answer human: one engineer does it"],
    [
      "small work that is discussed",
      { type: "size.settled", how: "talk" },
      "answer human: let us talk about it",
    ],
    [
      "another phase",
      { type: "phase.requested", phase: "code-review", why: "now" },
      "answer human: Code review next",
    ],
    ["a phase that is left", { type: "phase.skipped", why: "enough" }, "answer human: this phase ends here"],
    [
      "a look at the size",
      { type: "work.sized", size: "chain", tasks: 2, why: "One file." },
      "said human: This looks like 2 tasks in one chain. One file.",
    ],
  ])("%s is told as one line", (_, event, line) => {
    expect(inShort(told(talking(), (past) => past.human(event)))).toEqual([line]);
  });

  test.each([
    ["turn/refinement.1/1", "ada", "engineer"],
    ["architect/refinement.1/1", "architect", "architect"],
    ["coach/refinement.1/1", "coach", "coach"],
  ] as const)("a message in %s is told once: with the message, not with the reply", (thread, seat, kind) => {
    const past = talking();
    const loop = past.turnStarts(thread, seat, kind);
    past.asks(loop);
    expect(told(past, () => past.replies(loop, 1, "Let us begin."))).toEqual([]);
    const lines = told(past, () => past.add(seat, { type: "message.posted", text: "Let us begin.", thread }));
    expect(inShort(lines)).toEqual([`said ${seat}: Let us begin.`]);
    expect(lines[0]?.thread).toBe(thread);
  });

  test("citations that do not exist are told behind the message", () => {
    const event = { type: "message.posted" as const, text: "See a.js:9.", missing: ["a.js:9", "b.js:1"] };
    expect(inShort(told(talking(), (past) => past.add("ada", event)))).toEqual([
      "said ada: See a.js:9.",
      "note harness: ada cites a.js:9, b.js:1, which do not exist",
    ]);
  });

  test.each([
    ["record_decision", []],
    ["ask_pm", []],
    ["read_file", ["working ada: looks at the code: I see."]],
  ])("10.29: words beside %s are told as said only by the message that everybody gets", (tool, lines) => {
    const past = talking();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    const call = { tool, input: {} };
    expect(inShort(told(past, () => past.replies(loop, 1, "I see.", call)))).toEqual(lines);
  });

  test("a message for somebody names them", () => {
    expect(inShort(told(talking(), (past) => past.says("human", "Keep it small.", ["bo"])))).toEqual([
      "said human: @bo Keep it small.",
    ]);
  });

  test("passing gives its reason, and an ordinary end of a turn is no news", () => {
    const past = talking();
    past.turnStarts("turn/refinement.1/1", "ada");
    const ended = { type: "turn.ended", thread: "turn/refinement.1/1" } as const;
    expect(
      inShort(told(past, () => past.harness({ ...ended, how: "passed", reason: "nothing to add" }))),
    ).toEqual(["passed ada: passes: nothing to add"]);
    expect(told(past, () => past.harness({ ...ended, how: "said" }))).toEqual([]);
  });

  test("a decision comes with its reason, a question with its options", () => {
    const decision: TeamEvent = {
      type: "decision.recorded",
      topic: "Numbers",
      decision: "Whole ones only.",
      reason: "nobody asked for more",
      proposed: "bo",
      agreed: ["ada"],
      dissents: [],
    };
    const [decided] = told(talking(), (past) => past.add("coach", decision));
    expect(decided).toMatchObject({ kind: "decision", weight: "key", text: "Numbers: Whole ones only." });
    expect(decided?.rows).toEqual(["because nobody asked for more"]);
    const question: TeamEvent = {
      type: "question.asked",
      text: "Which?",
      options: ["A", "B"],
      thread: "t",
      loop: "l",
      call: "c",
    };
    const [asked] = told(talking(), (past) => past.add("coach", question));
    expect(asked).toMatchObject({ kind: "question", who: "coach", text: "Which?", rows: ["1  A", "2  B"] });
  });

  test("whoever accepts is named; what stands without asking says why", () => {
    const past = talking();
    const id = past.submits("scope", scope);
    const settled = { type: "artifact.settled", artifact: id, reasons: [] as string[] } as const;
    const lines = [
      told(past, () => past.human({ ...settled, verdict: "accepted", reasons: [] })),
      told(past, () => past.harness({ ...settled, verdict: "accepted", reasons: [] })),
      told(past, () => past.human({ ...settled, verdict: "returned", reasons: ["no"] })),
    ];
    expect(lines.flatMap(inShort)).toEqual([
      "accepted human: the scope is accepted",
      "note harness: the scope stands without asking (pace: normal)",
      "returned human: the scope goes back",
    ]);
  });
});

test.each([
  ["The product manager wants it written again.", "wanted: it written again"],
  ["The product manager wants to move on.", "wanted: to move on"],
  ["The product manager wants to build something from it.", "wanted: to build something from it"],
])("the person is you, not somebody else: %s", (summary, text) => {
  const event = { type: "phase.signalled", summary } as const;
  expect(inShort(told(talking(), (past) => past.human(event)))).toEqual([`answer human: ${text}`]);
  expect(inShort(told(talking(), (past) => past.add("coach", event)))).toEqual([`said coach: ${summary}`]);
});

describe("documents", () => {
  test("a plan of one task has one task in one layer", () => {
    const past = Past.opened().reaches("planning");
    const submission = { kind: "tasks", phase: "planning", visit: 1, version: 1 } as const;
    const [line] = told(past, () =>
      past.add("coach", { type: "artifact.submitted", ...submission, body: { tasks: [planned("t1")] } }),
    );
    expect(line?.text).toBe("The plan: 1 task in 1 layer");
  });

  test("a plan is drawn as layers, with who will take what", () => {
    const past = Past.opened().reaches("planning");
    const tasks = [planned("t1"), planned("t2"), planned("t3", "t1", "t2")];
    const [line] = told(past, () =>
      past.add("coach", {
        type: "artifact.submitted",
        kind: "tasks",
        phase: "planning",
        visit: 1,
        version: 1,
        body: { tasks },
      }),
    );
    expect(line?.text).toBe("The plan: 3 tasks in 2 layers");
    expect(graphRows(line?.graph ?? [], 60)).toEqual([
      "1 ┌ t1  Build t1  ada",
      "  └ t2  Build t2  bo",
      "  ↓",
      "2 ─ t3  Build t3  ada  after t1, t2",
    ]);
  });

  test("a scope lists requirements and what is left out; a second version says so", () => {
    const body = { ...scope, assumptions: ["small numbers"], outOfScope: ["halving"] };
    const [line] = told(talking(), (past) =>
      past.add("coach", {
        type: "artifact.submitted",
        kind: "scope",
        phase: "refinement",
        visit: 1,
        version: 2,
        body,
      }),
    );
    expect(line?.text).toBe("The scope: One thing. (version 2)");
    expect(line?.rows).toEqual([
      "r1  it works",
      "    - a test says so",
      "assumed: small numbers",
      "out of scope: halving",
    ]);
  });

  test("findings name their place", () => {
    const body = {
      summary: "One thing.",
      findings: [{ task: "t1", severity: "minor" as const, file: "src/a.js", line: 3, text: "slow" }],
    };
    const [line] = told(Past.opened().reaches("code-review"), (past) =>
      past.add("coach", {
        type: "artifact.submitted",
        kind: "findings",
        phase: "code-review",
        visit: 1,
        version: 1,
        body,
      }),
    );
    expect(line?.rows).toEqual(["minor, t1 src/a.js:3: slow"]);
  });

  test("a brief is told with what was found out and what is open", () => {
    const past = Past.opened({ policy: { phases: ["exploration"] } });
    past.enters("exploration");
    const body = {
      title: "T",
      brief: "One.\nTwo.",
      findings: ["F"],
      openQuestions: ["Q?"],
      outOfScope: ["N"],
    };
    const phase = "exploration" as const;
    const [line] = told(past, () =>
      past.add("coach", { type: "artifact.submitted", kind: "brief", phase, visit: 1, version: 1, body }),
    );
    expect(line?.text).toBe("The brief: T");
    expect(line?.rows).toEqual(["One.", "Two.", "found out: F", "open: Q?", "out of scope: N"]);
  });
});

describe("building", () => {
  test("a task from taking to landing", () => {
    const past = building();
    const commit = "0123456789abcdef";
    const lines = [
      told(past, () => past.moves("t1", "dispatched")),
      told(past, () => past.moves("t1", "ready")),
      told(past, () => past.moves("t1", "done", "Double a number")),
      told(past, () => past.moves("t1", "passed")),
      told(past, () => past.moves("t1", "approved")),
      told(past, () => past.moves("t1", "prepared")),
      told(past, () => past.harness({ type: "task.landed", task: "t1", was: "base", commit, checks: 9 })),
      told(past, () => past.moves("t1", "landed", "checks pass, 4 tests")),
    ];
    expect(lines.flatMap(inShort)).toEqual([
      "taken ada t1: takes it: Build t1",
      "done ada t1: done: Double a number",
      "landed harness t1: landed as 0123456: checks pass, 4 tests",
    ]);
  });

  test.each(["Merge it by hand.", "Merge it by hand", "Merge it by hand; ", "Merge it by hand.\n"])(
    "what waits for you is told in one sentence: %j",
    (why) => {
      const past = building();
      past.moves("t1", "dispatched");
      past.moves("t1", "ready");
      const lines = told(past, () => past.moves("t1", "blocked", why));
      expect(lines.map(({ text }) => text)).toEqual(["Merge it by hand; it waits for you"]);
      const next = told(past, () => past.moves("t1", "redirected", "as the product manager says"));
      expect(next.map(({ text }) => text)).toEqual(["goes on: as you say"]);
    },
  );

  test.each<[what: string, tool: string, ended: object, told: string, weight: string]>([
    ["looks", "run_command", { exit: 0 }, "runs `npm t`: exit 0, 1.3 s", "small"],
    ["fails", "run_command", { exit: 1, failed: true }, "runs `npm t`: exit 1, 1.3 s", "plain"],
    [
      "changes",
      "run_command",
      { exit: 0, changed: ["a", "b"] },
      "runs `npm t`: exit 0, 1.3 s, changed a, b",
      "plain",
    ],
    [
      "changes much",
      "run_command",
      { exit: 0, changed: ["a", "b", "c", "d"] },
      "runs `npm t`: exit 0, 1.3 s, changed 4 files",
      "plain",
    ],
    [
      "goes too far",
      "run_command",
      { exit: 0, held: [".env"] },
      "runs `npm t`: exit 0, 1.3 s, not for the commit: .env",
      "plain",
    ],
    [
      "leaves what went too far before",
      "run_command",
      { exit: 0, held: [".env"], heldAnew: [] },
      "runs `npm t`: exit 0, 1.3 s",
      "small",
    ],
    [
      "takes too long",
      "run_command",
      { exit: null, over: "time", failed: true },
      "runs `npm t`: ended: it took too long, 1.3 s",
      "plain",
    ],
    [
      "takes too much",
      "run_command",
      { exit: null, over: "memory", failed: true },
      "runs `npm t`: ended: too much memory, 1.3 s",
      "plain",
    ],
    [
      "is ended",
      "run_command",
      { exit: null, failed: true },
      "runs `npm t`: ended by a signal, 1.3 s",
      "plain",
    ],
    [
      "is interrupted",
      "run_command",
      { ms: undefined, changed: ["a"], failed: true },
      "runs `npm t`: interrupted, may have partly run",
      "plain",
    ],
    ["checks", "run_checks", {}, "runs the checks: green, 1.3 s", "plain"],
    ["checks in vain", "run_checks", { failed: true }, "runs the checks: red, 1.3 s", "plain"],
  ])("a command that %s is told by what it came to", (_, tool, ended, words, weight) => {
    const past = building();
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool, input: { command: "npm t" } });
    const settled = { type: "tool.settled", loop, call: `c${seq}_1`, failed: false, text: "x" } as const;
    const lines = told(past, () => past.harness({ ...settled, ms: 1_300, tree: "t", changed: [], ...ended }));
    expect(inShort(lines)).toEqual([`working ada t1: ${words}`]);
    expect(lines[0]?.weight).toBe(weight);
  });

  test("somebody at work is heard, and their files are seen", () => {
    const past = building();
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    past.asks(loop);
    const said = told(past, () =>
      past.replies(loop, 1, "Tests first.", { tool: "write_file", input: { path: "a.js" } }),
    );
    const changes = [{ path: "a.js", before: null, after: "h" }];
    const wrote = told(past, () =>
      past.harness({ type: "tool.called", loop, call: "c", tool: "write_file", changes }),
    );
    expect(inShort([...said, ...wrote])).toEqual([
      "said ada t1: Tests first.",
      "working ada t1: writes a.js",
    ]);
    expect(wrote[0]?.weight).toBe("small");
  });

  test("checks are told in numbers, and what failed by name", () => {
    const past = building();
    for (const trigger of ["dispatched", "ready", "done"] as const) past.moves("t1", trigger);
    const result = {
      name: "tests",
      command: "npm test",
      exit: 1,
      ms: 5,
      counts: { passed: 3, failed: 1 },
      blob: "b",
    };
    const checks = {
      type: "checks.finished",
      task: "t1",
      commit: "c",
      why: "testing",
      sandboxed: false,
    } as const;
    const red = told(past, () => past.harness({ ...checks, passed: false, results: [result] }));
    const back = told(past, () =>
      past.moves("t1", "failed", "tests exits with 1:\nnot ok 2 - doubles zero\n"),
    );
    const green = told(past, () =>
      past.harness({ ...checks, passed: true, results: [{ ...result, exit: 0 }] }),
    );
    expect(inShort([...red, ...back, ...green])).toEqual([
      "red harness t1: tests: 3 passed, 1 failed",
      "red ada t1: goes back: doubles zero",
      "green harness t1: tests: 3 passed",
    ]);
  });

  test("10.39: what a check did to git's settings is told, also on a landing whose checks are green", () => {
    const result = {
      name: "tests",
      command: "t",
      exit: 0,
      ms: 1,
      blob: "b",
      undone: ["config (core.hooksPath = x)"],
    };
    const lines = told(building(), (past) =>
      past.harness({
        type: "checks.finished",
        task: "t1",
        commit: "c",
        why: "landing",
        sandboxed: false,
        passed: true,
        results: [result],
      }),
    );
    expect(inShort(lines)).toEqual([
      "trouble harness t1: tests changed git's settings of your repository; put back:",
    ]);
    expect(lines[0]?.rows).toEqual(["config (core.hooksPath = x)"]);
  });

  test("a review is told in the reviewer's words", () => {
    const review = { type: "review.given", task: "t1", seat: "architect", commit: "c" } as const;
    const lines = [
      told(building(), (past) =>
        past.add("architect", { ...review, verdict: "changes", feedback: "Guard it." }),
      ),
      told(building(), (past) =>
        past.add("architect", { ...review, verdict: "approved", feedback: "Good." }),
      ),
    ];
    expect(lines.flatMap(inShort)).toEqual([
      "changes architect t1: Guard it.",
      "approved architect t1: Good.",
    ]);
  });

  test("shipping says where it went", () => {
    const shipped = { type: "session.shipped", was: null, commit: "0123456789", effect: "e1" } as const;
    const lines = [
      told(building(), (past) => past.human({ type: "ship.requested", onto: "main", how: "fast-forward" })),
      told(building(), (past) => past.harness({ ...shipped, was: "w", onto: "main", how: "fast-forward" })),
      told(building(), (past) => past.harness({ ...shipped, onto: "fresh", how: "fast-forward" })),
      told(building(), (past) => past.harness({ ...shipped, onto: "huddle-x", how: "branch" })),
    ];
    expect(lines.flatMap(inShort)).toEqual([
      "answer human: ship it onto main",
      "shipped harness: shipped onto main by fast-forward, now at 0123456",
      "shipped harness: shipped as the new branch fresh, at 0123456",
      "shipped harness: shipped as the new branch huddle-x, at 0123456",
    ]);
  });
});

describe("trouble", () => {
  test("a failed step is named in plain words, and a retry is promised only when there is one", () => {
    const [soon] = told(talking(), (past) => past.fails("turn/refinement.1/1", 1000));
    expect(soon).toMatchObject({
      kind: "trouble",
      text: "A turn in refinement failed: it broke",
      rows: ["it is tried again soon"],
    });
    const [stuck] = told(talking(), (past) => past.fails("task/t1/1/CODING@3"));
    expect(stuck).toMatchObject({ text: "Working on t1 failed: it broke", rows: [] });
  });

  test("a runner that was killed is told; one that stopped is not", () => {
    const past = talking();
    past.runs();
    expect(inShort(told(past, () => past.runs()))).toEqual([
      "note harness: the last run was cut off; the team goes on where it stopped",
    ]);
    past.harness({ type: "runner.stopped", why: "stopped by you" });
    expect(told(past, () => past.runs())).toEqual([]);
  });

  test("an event of a type nobody knows is no story", () => {
    const past = talking();
    const fact = { ...past.says("ada", "x"), event: { type: "unknown" as const, was: "moon.landed" } };
    expect(storyOf(fact, past.state, past.state)).toEqual([]);
  });
});

test("10.41: a call that changes nothing, or of a conversation that nobody opened, is not told", () => {
  const past = building();
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done");
  const change = { path: "a.ts", before: null, after: "h", content: "h" };
  const called = (of: string, changes: readonly (typeof change)[]) =>
    told(past, () =>
      past.harness({
        type: "tool.called",
        loop: of,
        call: "c1_1",
        tool: "write_file",
        changes: [...changes],
      }),
    );
  expect(called(loop, [])).toEqual([]);
  expect(called("l999", [change])).toEqual([]);
  expect(called(loop, [change]).map(({ text }) => text)).toEqual([expect.stringContaining("a.ts")]);
});
