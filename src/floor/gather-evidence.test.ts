import { describe, expect, test } from "vitest";
import { FloorStage } from "../../test/support/floor-stage.ts";
import { sha } from "../../test/support/loop-stage.ts";
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

/** What is gathered from these runs. `again`: what runs a second time says; left out: the same. */
async function gathered(
  runs: readonly CheckRun[],
  before?: Results,
  again: readonly CheckRun[] = runs,
): Promise<Evidence> {
  const stage = await FloorStage.open();
  await stage.moves("t1", "dispatched");
  const context = stage.context("setup", "t1");
  if (!context) throw new Error("nobody wants it");
  // Only this is asked of it.
  let calls = 0;
  const runChecks: Workspace["runChecks"] = async (_, checks) =>
    (++calls === 1 ? runs : again).filter(({ name }) => checks.some((check) => check.name === name));
  const workspace = { runChecks } as unknown as Workspace;
  const reference = before && { seq: 7, results: before };
  return gatherEvidence(
    { ...context, workspace } as StepContext,
    { worktree: "t1.1", commit: "c" },
    runs.map(({ name, command }) => ({ name, run: command })),
    reference,
  );
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
    const found = await gathered([run({ name: "lint" }), red("new")], [], [run({ ms: 2, output: "fine" })]);
    expect(found).toMatchObject({ passed: true, fresh: [], flaky: ["tests: new"] });
    expect(found.words).toBe("checks pass; flaky, as two runs disagree: tests: new");
    expect(found.results).toMatchObject([
      { name: "lint" },
      { exit: 0, ms: 4, blob: sha("new\n[it failed anew, so it ran again]\nfine") },
    ]);
  });

  test("of a check that fails anew twice: only what failed both times is to be mended", async () => {
    const found = await gathered([red("a", "b")], [], [red("b", "c")]);
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
    const { results, flaky } = await gathered([first], before, [run({ exit: 0, output: "second" })]);
    expect(results[0]?.exit).toBe(first.exit);
    expect(flaky).toEqual([]);
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
