import { describe, expect, test } from "vitest";
import { FloorStage } from "../../test/support/floor-stage.ts";
import { sha } from "../../test/support/loop-stage.ts";
import type { EventOf } from "../core/facts/events.ts";
import type { CheckRun } from "../core/ports/check-run.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Results } from "../core/state/session.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { checksFinished, type Evidence, gatherEvidence, passedWords } from "./gather-evidence.ts";

const nothing = { failing: [], more: 0 };
const named = (...tests: readonly string[]) => ({
  failing: tests.map((one) => ({ test: one, message: "because" })),
  more: 0,
});
const run = (more: Partial<CheckRun> = {}): CheckRun => ({
  name: "tests",
  command: "test",
  exit: 0,
  ms: 1.6,
  output: "out",
  report: nothing,
  sandbox: "none",
  ...more,
});
const result = (more: Partial<Results[number]> = {}): Results[number] => ({
  name: "tests",
  command: "test",
  exit: 1,
  ms: 1,
  blob: "b",
  ...more,
});

/** What is gathered from these runs. `later`: what the runs after that say, the last of them ever again. */
async function gathered(
  runs: readonly CheckRun[],
  before?: Results,
  later: readonly (readonly CheckRun[])[] = [runs],
  flakyBefore: readonly string[] = [],
): Promise<Evidence & { readonly calls: number }> {
  const stage = await FloorStage.open();
  if (flakyBefore.length > 0) await stage.adds(checksThatFlip(flakyBefore));
  await stage.moves("t1", "dispatched");
  const context = stage.context("setup", "t1");
  if (!context) throw new Error("nobody wants it");
  // Only this is asked of it.
  let calls = 0;
  const runChecks: Workspace["runChecks"] = async (_, checks) => {
    const said = calls++ === 0 ? runs : (later[calls - 2] ?? later.at(-1) ?? []);
    return said.filter(({ name }) => checks.some((check) => check.name === name));
  };
  const workspace = { runChecks } as unknown as Workspace;
  const reference = before && { seq: 7, results: before };
  const evidence = await gatherEvidence(
    { ...context, workspace } as StepContext,
    { worktree: "t1.1", commit: "c" },
    runs.map(({ name, command }) => ({ name, run: command })),
    reference,
  );
  return { ...evidence, calls };
}

function checksThatFlip(flaky: readonly string[]): EventOf<"checks.finished"> {
  const results = [result({ exit: 0 })];
  return {
    ...{ type: "checks.finished", task: "t2", commit: "earlier", why: "testing" },
    ...{ passed: true, results, sandboxed: false, flaky: [...flaky] },
  };
}

describe("evidence", () => {
  test("of checks that pass", async () => {
    const counts = { passed: 3, failed: 0 };
    const undone = ["hooks"];
    const report = { ...nothing, format: "vitest", counts } as const;
    expect(await gathered([run({ report, undone })])).toEqual({
      passed: true,
      results: [
        {
          name: "tests",
          command: "test",
          exit: 0,
          ms: 2,
          format: "vitest",
          counts,
          undone,
          blob: sha("out"),
        },
      ],
      words: "checks pass, 3 tests",
      fresh: [],
      known: [],
      flaky: [],
      isSandboxed: false,
      calls: 1,
    });
  });

  test("of a check that fails: its tests without their messages, and how many more there are", async () => {
    const found = await gathered([
      run({ exit: 1, report: { ...named("adds"), more: 2 } }),
      run({ name: "lint" }),
    ]);
    expect(found).toMatchObject({ passed: false, fresh: ["tests: adds"], known: [] });
    expect(found.results[0]).toEqual({
      ...result(),
      ms: 2,
      blob: sha("out"),
      failing: [{ test: "adds" }],
      moreFailing: 2,
    });
    expect(found.words).toContain("3 tests fail:\n1. adds");
    expect(found).not.toHaveProperty("reference");
  });

  test.each<[what: string, more: Partial<CheckRun>, tail: string | undefined]>([
    ["that names no test keeps the end of what it printed", { exit: 1 }, "out"],
    ["that was ended keeps it, too", { exit: null }, "out"],
    ["that names tests does not", { exit: 1, report: named("adds") }, undefined],
    ["that passes does not", {}, undefined],
    ["that cannot start does not", { exit: 1, broken: "no such file" }, undefined],
    ["that prints nothing does not", { exit: 1, output: "" }, undefined],
  ])("a check %s", async (_, more, tail) => {
    expect((await gathered([run(more)])).results[0]?.tail).toBe(tail);
  });

  test("of a check that cannot start", async () => {
    const broken = "no such file";
    const found = await gathered([run({ name: "lint" }), run({ exit: 127, broken })]);
    expect(found).toMatchObject({
      broken: expect.stringContaining(`could not start: ${broken}`),
      passed: false,
    });
    expect(found.results[1]).toMatchObject({ broken });
    expect(await gathered([run()])).not.toHaveProperty("broken");
  });

  test("compared with the same check before: only what is new counts, and is to be mended", async () => {
    const before = [result({ name: "lint" }), result({ failing: [{ test: "old" }] })];
    const same = await gathered([run({ exit: 1, report: named("old") })], before);
    expect(same).toMatchObject({ passed: true, reference: 7, fresh: [], known: ["tests: old"] });
    expect(same.words).toBe("no new failure; red since before this work: tests: old");
    const more = await gathered([run({ exit: 1, report: named("old", "new") })], before);
    expect(more).toMatchObject({ passed: false, fresh: ["tests: new"], known: ["tests: old"] });
    expect(more.words).toContain("One test fails:\n1. new\n   because");
    expect(more.words).toMatch(/\n\nRed since before this work, so leave it alone: tests: old$/);
    const alone = await gathered([run({ exit: 1, report: named("new") })], before);
    expect(alone.words).not.toContain("Red since before");
  });

  const red = (...tests: readonly string[]) =>
    run({ exit: 1, report: named(...tests), output: tests.join() });

  test("of a check that fails anew and then does not: it is flaky, and both outputs are kept", async () => {
    const found = await gathered([run({ name: "lint" }), red("new")], [], [[run({ ms: 2, output: "fine" })]]);
    expect(found).toMatchObject({ passed: true, fresh: [], flaky: ["tests: new"] });
    expect(found.words).toBe("checks pass; flaky, as runs of one commit disagree: tests: new");
    expect(found.results).toMatchObject([
      { name: "lint" },
      { exit: 0, ms: 4, blob: sha("new\n[it failed anew, so it ran again]\nfine") },
    ]);
  });

  test("of a check that fails anew twice: only what failed both times is to be mended", async () => {
    const found = await gathered([red("a", "b")], [], [[red("b", "c")]]);
    expect(found).toMatchObject({ passed: false, fresh: ["tests: b"], flaky: ["tests: a", "tests: c"] });
    expect(found.words).toContain("One test fails:\n1. b\n");
    expect(found.words).toMatch(/\nThe end of its output:\nb,c$/);
  });

  test.each<[string, CheckRun, Results | undefined]>([
    ["fails as before", red("old"), [result({ failing: [{ test: "old" }] })]],
    ["could not start", run({ exit: 127, broken: "no" }), []],
    ["took too long", run({ exit: null }), []],
    ["has nothing to be compared with", red("new"), undefined],
  ])("a check that %s runs once", async (_, first, before) => {
    const { results, flaky } = await gathered([first], before, [[run({ exit: 0, output: "second" })]]);
    expect(results[0]?.exit).toBe(first.exit);
    expect(flaky).toEqual([]);
  });

  const fine = run({ output: "fine" });
  test.each<
    [
      what: string,
      flakyBefore: readonly string[],
      runs: readonly [CheckRun, ...CheckRun[]],
      said: {
        readonly passed: boolean;
        readonly fresh: readonly string[];
        readonly flaky: readonly string[];
      },
      calls: number,
    ]
  >([
    [
      "never flaky, fails twice",
      [],
      [red("a"), red("a"), fine],
      { passed: false, fresh: ["tests: a"], flaky: [] },
      2,
    ],
    [
      "another one flaky, fails twice",
      ["tests: b"],
      [red("a"), red("a"), fine],
      { passed: false, fresh: ["tests: a"], flaky: [] },
      2,
    ],
    [
      "flaky in another check, fails twice",
      ["lint: a"],
      [red("a"), red("a"), fine],
      { passed: false, fresh: ["tests: a"], flaky: [] },
      2,
    ],
    [
      "flaky before, fails twice",
      ["tests: a"],
      [red("a"), red("a"), fine],
      { passed: true, fresh: [], flaky: ["tests: a"] },
      3,
    ],
    [
      "flaky before, fails four times",
      ["tests: a"],
      [red("a"), red("a"), red("a"), red("a"), fine],
      { passed: true, fresh: [], flaky: ["tests: a"] },
      5,
    ],
    [
      "flaky before, always fails",
      ["tests: a"],
      [red("a")],
      { passed: false, fresh: ["tests: a"], flaky: [] },
      5,
    ],
    [
      "flaky before, fails beside a new one",
      ["tests: a"],
      [red("a", "b"), red("a", "b"), red("b"), fine],
      { passed: false, fresh: ["tests: b"], flaky: ["tests: a"] },
      3,
    ],
    [
      "flaky before, then it takes too long",
      ["tests: a"],
      [red("a"), red("a"), run({ exit: null }), fine],
      { passed: false, fresh: ["tests: fails without naming a test"], flaky: [] },
      3,
    ],
    [
      "flaky before, then it cannot start",
      ["tests: a"],
      [red("a"), red("a"), run({ exit: 127, broken: "no" }), fine],
      { passed: false, fresh: ["tests: fails without naming a test"], flaky: [] },
      3,
    ],
  ])("a test that was %s", async (_, flakyBefore, [first, ...later], said, calls) => {
    const rest = later.length > 0 ? later.map((one) => [one]) : [[first]];
    expect(await gathered([first], [], rest, flakyBefore)).toMatchObject({ ...said, calls });
  });

  test("the author reads that a test was flaky before, and in how many runs it failed", async () => {
    const { words } = await gathered([red("a", "b")], [], [[red("a", "b")]], ["tests: a"]);
    expect(words).toMatch(
      /\n\nFlaky on an earlier commit, but passed in none of 5 runs on this one: tests: a$/,
    );
    expect((await gathered([red("a")], [], [[red("a")]])).words).not.toContain("laky");
  });
});

test.each<[results: Results, known: readonly string[], words: string]>([
  [[], [], "no checks are configured"],
  [[result()], [], "checks pass"],
  [[result({ counts: { passed: 0, failed: 1 } })], [], "checks pass"],
  [
    [result({ counts: { passed: 2, failed: 1 } }), result(), result({ counts: { passed: 3, failed: 0 } })],
    [],
    "checks pass, 5 tests",
  ],
  [[result({ counts: { passed: 1, failed: 0 } })], [], "checks pass, 1 test"],
  [
    [result({ counts: { passed: 1, failed: 1 } })],
    ["a"],
    "no new failure, 1 test passes; red since before this work: a",
  ],
  [[result()], ["a"], "no new failure; red since before this work: a"],
  [
    [result({ counts: { passed: 2, failed: 1 } })],
    ["a", "b"],
    "no new failure, 2 tests pass; red since before this work: a, b",
  ],
  [[result()], ["a", "b", "c", "d", "e"], "no new failure; red since before this work: a, b, c, d, e"],
  [
    [result()],
    ["a", "b", "c", "d", "e", "f"],
    "no new failure; red since before this work: a, b, c, d, e and 1 more",
  ],
])("%j with known failures %j, in words", (results, known, words) => {
  expect(passedWords(results, { known })).toBe(words);
});

describe("the fact of some evidence", () => {
  const evidence = {
    ...{ passed: true, results: [result()], words: "", isSandboxed: false },
    ...{ fresh: ["new"], known: ["old"], flaky: [] as string[] },
  };
  const about = { task: "t1", commit: "c", why: "testing" } as const;
  const flag = { id: "1", kind: "test-file", path: "a.test.js", tier: "note", text: "It is gone." } as const;
  const leftOut = [{ path: "a", rule: ".gitignore:1: a" }];

  test("says no more than there is", () => {
    const base = { type: "checks.finished", ...about, passed: true, results: [result()], sandboxed: false };
    expect(checksFinished(evidence, about).event).toEqual(base);
    expect(checksFinished(evidence, about, { flags: [], leftOut: [] }).event).toEqual(base);
    expect(checksFinished(evidence, about, { sinceBase: [] }).event).toEqual({ ...base, sinceBase: [] });
  });

  test("holds what it was compared with, and what was noticed", () => {
    const noticed = { flags: [flag], sinceBase: [{ ...flag, id: "2" }], leftOut };
    const flips = { ...evidence, flaky: ["x"] };
    expect(checksFinished({ ...flips, reference: 0 }, about, noticed).event).toMatchObject({
      flaky: ["x"],
      reference: 0,
      new: ["new"],
      known: ["old"],
      ...noticed,
    });
  });
});
