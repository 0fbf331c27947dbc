import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { EventOf, TeamEvent } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { storyOf } from "./story.ts";
import type { StoryLine } from "./story-line.ts";

type Checks = EventOf<"checks.finished">;

function told(past: Past, tell: (past: Past) => Fact): readonly StoryLine[] {
  const before = past.state;
  return storyOf(tell(past), before, past.state);
}

const words = ({ kind, who, text, task, rows }: StoryLine) =>
  [`${kind} ${who}${task === undefined ? "" : ` ${task}`}: ${text}`, ...rows].join(" | ");

const building = () => Past.opened().reaches("implementation", [planned("t1"), planned("t2", "t1")]);

const result = { name: "unit", command: "u", exit: 0, ms: 1, blob: "b" };
const checks: Checks = {
  type: "checks.finished",
  task: "t1",
  commit: "c",
  why: "testing",
  passed: true,
  sandboxed: false,
  results: [result],
};

describe("the result of checks", () => {
  test.each<[string, Partial<Checks>, readonly string[]]>([
    ["none", { results: [] }, ["green harness t1: no checks are set up"]],
    ["green", {}, ["green harness t1: unit: passed"]],
    ["green on a landing", { why: "landing" }, []],
    [
      "red on a landing",
      { why: "landing", passed: false, results: [{ ...result, exit: 1 }] },
      ["red harness t1: unit: failed"],
    ],
    [
      "two",
      {
        results: [
          { ...result, counts: { passed: 3, failed: 0 } },
          { ...result, name: "lint" },
        ],
      },
      ["green harness t1: unit: 3 passed; lint: passed"],
    ],
    ["flaky", { flaky: ["unit: a"] }, ["green harness t1: unit: passed; flaky: unit: a"]],
    [
      "flaky in many tests",
      { flaky: ["unit: a", "unit: b", "unit: c", "unit: d"] },
      ["green harness t1: unit: passed; flaky: unit: a, unit: b, unit: c …"],
    ],
    [
      "red as before",
      {
        results: [
          { ...result, exit: 1, counts: { passed: 3, failed: 2 } },
          { ...result, name: "lint", exit: 1 },
        ],
        known: ["unit: a", "lint: fails without naming a test"],
      },
      ["green harness t1: unit: 3 passed, 2 failed as before; lint: failed as before"],
    ],
    [
      "red as before, and red anew",
      { passed: false, results: [{ ...result, exit: 1 }], known: ["unit: a"] },
      ["red harness t1: unit: failed"],
    ],
    [
      "weaker than before",
      {
        flags: [{ id: "1", kind: "test-file", path: "a.test.js", tier: "person", text: "a.test.js is gone" }],
      },
      [
        "green harness t1: unit: passed",
        "trouble harness t1: green checks do not show this: | a.test.js is gone",
      ],
    ],
    [
      "with files that git ignores",
      { leftOut: [{ path: "dist/a.js", rule: "dist" }] },
      [
        "green harness t1: unit: passed",
        "trouble harness t1: the commit leaves out files that git ignores: | dist/a.js (dist)",
      ],
    ],
  ])("%s", (_, more, lines) => {
    expect(told(building(), (past) => past.harness({ ...checks, ...more })).map(words)).toEqual(lines);
  });

  test("of all tasks belong to no task", () => {
    const { task: _, ...rest } = checks;
    expect(told(building(), (past) => past.harness(rest)).map(words)).toEqual([
      "green harness: unit: passed",
    ]);
  });

  test("on the base commit are told check by check where they are red", () => {
    const { task: _, ...rest } = checks;
    const base = { ...rest, why: "baseline" } as const;
    expect(told(building(), (past) => past.harness(base)).map(words)).toEqual([
      "green harness: on the base commit: unit: passed",
    ]);
    const red = { ...base, passed: false, results: [result, { ...result, name: "lint", exit: 2 }] };
    expect(told(building(), (past) => past.harness(red)).map(words)).toEqual([
      "red harness: before anything is built, on the base commit: | lint (u) exits with 2 and names no failing test",
    ]);
  });
});

describe("a task that comes back", () => {
  const returned = (results: Checks["results"] | undefined, trigger: "failed" | "red", feedback: string) => {
    const past = building();
    const way = ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const;
    for (const move of way.slice(0, trigger === "failed" ? 3 : 6)) past.moves("t1", move);
    if (results) past.harness({ ...checks, passed: false, results });
    return told(past, () => past.moves("t1", trigger, feedback)).map(words);
  };
  const failing = (...names: string[]) => [{ ...result, exit: 1, failing: names.map((test) => ({ test })) }];

  test("names the tests that failed, one in its line and more below it", () => {
    expect(returned(failing("adds"), "failed", "no")).toEqual(["red ada t1: goes back: adds"]);
    expect(returned(failing("adds", "halves"), "red", "no")).toEqual([
      "red ada t1: does not land: | adds | halves",
    ]);
  });

  test("without names gives those in the feedback, or its first line", () => {
    expect(returned(undefined, "failed", "not ok 1 - adds\nmore")).toEqual(["red ada t1: goes back: adds"]);
    expect(returned([result], "failed", "It is slow.\nmore")).toEqual(["red ada t1: goes back: It is slow."]);
  });

  test("is not told by the checks of an earlier round", () => {
    const past = building();
    past.harness({ ...checks, passed: false, results: failing("adds") });
    for (const move of ["dispatched", "ready", "done"] as const) past.moves("t1", move);
    expect(told(past, () => past.moves("t1", "failed", "It is slow.")).map(words)).toEqual([
      "red ada t1: goes back: It is slow.",
    ]);
  });
});

describe("other moves", () => {
  const way = ["dispatched", "ready", "done", "passed", "approved", "prepared"] as const;
  test.each([
    [2, "lost", "its work is gone", ["trouble harness t1: its work is gone"]],
    [2, "limit", "too often", ["trouble harness t1: too often; architect says how it goes on"]],
    [3, "broken", "no npm", ["trouble harness t1: no npm; it waits for you"]],
    [6, "landed", "green", ["landed harness t1: landed: green"]],
    [4, "changes", "no", []],
    [5, "conflict", "no", []],
    [5, "refused", "nobody said yes", ["red ada t1: goes back: nobody said yes"]],
    [6, "conflict", "no", []],
    [0, "cancelled", "no", ["note harness t1: cancelled: Build t1"]],
  ] as const)("after %i moves: %s", (count, trigger, why, lines) => {
    const past = building();
    for (const move of way.slice(0, count)) past.moves("t1", move);
    const carried = trigger === "limit" ? { origin: "CODING" as const, returned: "failed" as const } : {};
    expect(told(past, () => past.moves("t1", trigger, why, carried)).map(words)).toEqual(lines);
  });
});

test.each<[string, TeamEvent, string]>([
  [
    "a review without a look",
    {
      type: "review.given",
      task: "t1",
      seat: "bo",
      commit: "c",
      verdict: "approved",
      feedback: "Good.",
      unread: true,
    },
    "approved harness t1: Good. (without having opened the change)",
  ],
  [
    "red checks that count no more",
    { type: "baseline.settled", baseline: 5, how: "accepted", without: [] },
    "answer harness: go on: what is red on the base commit does not count against the work",
  ],
  [
    "checks left out",
    { type: "baseline.settled", baseline: 5, how: "accepted", without: ["lint", "unit"] },
    "answer harness: go on without what cannot start on the base commit: lint, unit",
  ],
  [
    "checks once more",
    { type: "baseline.settled", baseline: 5, how: "again", without: [] },
    "answer harness: run the checks on the base commit again",
  ],
  [
    "a conflict",
    { type: "conflict.found", task: "t1", against: "c", files: ["a.js", "b.js"] },
    "red harness t1: conflicts with what has landed meanwhile, in a.js, b.js",
  ],
  [
    "a branch that was moved",
    { type: "branch.taken", was: null, commit: "0123456789" },
    "answer harness: take the branch as it is now, at 0123456",
  ],
  [
    "a wish to ship as a branch",
    { type: "ship.requested", onto: "huddle-x", how: "branch" },
    "answer harness: ship it as the branch huddle-x",
  ],
  [
    "a volunteer",
    { type: "task.volunteered", task: "t1", seat: "bo", why: "I know it." },
    "said bo: would take t1: I know it.",
  ],
  ["a call for volunteers", { type: "volunteers.called" }, "note harness: who would take which task?"],
  [
    "a wish to cancel",
    { type: "cancel.requested", task: "t1" },
    "note harness t1: is cancelled once Huddle has finished what it began in git for it",
  ],
])("%s", (_, event, line) => {
  const { state } = building();
  const fact = { seq: 9, prev: "", at: "", v: 1, actor: "harness", event } as const satisfies Fact;
  expect(
    storyOf(fact, state, state).map((one) =>
      words({ ...one, who: event.type === "review.given" ? "harness" : one.who }),
    ),
  ).toEqual([line]);
});

test("a review that cites what does not exist is followed by that", () => {
  const event = {
    type: "review.given",
    task: "t1",
    seat: "bo",
    commit: "c",
    verdict: "changes",
    feedback: "See a.js:9.",
  } as const;
  expect(told(building(), (past) => past.add("bo", { ...event, missing: ["a.js:9"] })).map(words)).toEqual([
    "changes bo t1: See a.js:9.",
    "note harness t1: bo cites a.js:9, which does not exist",
  ]);
});

test("checks are told as Huddle's own words, whoever had them run", () => {
  const { task: _, ...rest } = checks;
  const red = { passed: false, results: [{ ...result, exit: 1 }] };
  for (const event of [checks, { ...checks, ...red }, { ...rest, why: "baseline" as const, ...red }])
    expect(told(building(), (past) => past.add("ada", event)).map(({ who }) => who)).toEqual(["harness"]);
});

describe("the findings of a review", () => {
  const given = {
    type: "review.given",
    task: "t1",
    seat: "bo",
    commit: "c",
    verdict: "changes",
    feedback: "Two things.",
  } as const;
  const review = (findings: EventOf<"review.given">["findings"], feedback: string = given.feedback) =>
    told(building(), (past) => past.add("bo", { ...given, feedback, findings })).map(words);

  test("are counted and told below it, each with its place", () => {
    const findings = [
      { id: "1.1", text: "It loses a value.", path: "a.js", line: 3 },
      { id: "1.2", text: "No test shows it." },
    ];
    expect(review(findings)).toEqual([
      "changes bo t1: 2 findings: Two things. | 1.1  a.js:3: It loses a value. | 1.2  No test shows it.",
    ]);
  });

  test("are told once where the review is its only finding", () => {
    expect(review([{ id: "1.1", text: "No." }], "No.")).toEqual(["changes bo t1: No."]);
    expect(review([{ id: "1.1", text: "No.", path: "a.js" }], "No.")).toEqual(["changes bo t1: a.js: No."]);
  });

  test("are answered where the author is done again", () => {
    const past = building();
    for (const move of ["dispatched", "ready"] as const) past.moves("t1", move);
    const answers = [
      { finding: "1.1", answer: "fixed", why: "It keeps both.", test: "keeps both" },
      { finding: "1.2", answer: "refuted", why: "There is one." },
    ] as const;
    expect(
      told(past, () => past.moves("t1", "done", "Mended.", { answers: [...answers] })).map(words),
    ).toEqual([
      "done ada t1: done: Mended. | 1.1  fixed: It keeps both. (test: keeps both) | 1.2  refuted: There is one.",
    ]);
  });
});
