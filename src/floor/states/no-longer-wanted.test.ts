import { describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import type { Step } from "../../core/decide/step.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { baseline } from "./baseline.ts";
import { dispatch } from "./dispatch.ts";
import { reviewTask } from "./review-task.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

type ContextOf<K extends Step["kind"]> = StepContext<Extract<Step, { kind: K }>>;

function wantedOf<K extends Step["kind"]>(stage: FloorStage, kind: K, task: string): ContextOf<K> {
  const context = stage.context(kind, task);
  if (!context) throw new Error(`no ${kind} is wanted`);
  return context;
}

describe("a step that nobody wants any more", () => {
  test("gives no task to an engineer", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    const context = wantedOf(stage, "dispatch", "t1");
    const facts = stage.log.facts.length;
    await expect(dispatch({ ...context, wanted: () => false })).rejects.toThrow(NoLongerWanted);
    expect(stage.log.facts).toHaveLength(facts);
    await dispatch(context);
    expect(stage.events("task.moved")).toMatchObject([{ task: "t1", trigger: "dispatched" }]);
  });

  test("records no checks of a commit", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await stage.moves("t1", "dispatched");
    await stage.performs("setup", "t1", setUp);
    stage.writes("t1", { "a.txt": "a" });
    await stage.moves("t1", "done");
    const context = wantedOf(stage, "testing", "t1");
    let looks = 0;
    // Until the checks have run.
    const wanted = () => ++looks <= 2;
    await expect(testTask({ ...context, wanted }, "s")).rejects.toThrow(NoLongerWanted);
    expect(stage.events("checks.finished")).toEqual([]);
    expect(stage.events("effect.settled").at(-1)).toMatchObject({ text: "committed" });
  });
});

test("a review of a commit that is gone is not begun: the task is lost, and goes back to its author", async () => {
  const stage = await FloorStage.open([planned("t1")]);
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  stage.writes("t1", { "a.txt": "a" });
  await stage.moves("t1", "done");
  await stage.performs("testing", "t1", testTask);
  const commit = stage.task("t1").commit ?? "";
  stage.world.commits.delete(commit);
  stage.world.refs.clear();
  await reviewTask(wantedOf(stage, "review", "t1"));
  expect(stage.events("task.moved").at(-1)).toMatchObject({
    trigger: "lost",
    why: expect.stringContaining(`the commit ${commit.slice(0, 12)} is not in this repository`),
  });
  expect(stage.events("thread.opened")).toEqual([]);
});

describe("the checks of the commit that the work starts from", () => {
  const check = (name: string) => ({ name, run: name });
  const open = () =>
    FloorStage.open([planned("t1")], {
      baseline: true,
      checks: { quick: [check("one")], full: [check("one"), check("two")], timeoutMs: 9 },
    });

  test("are told together, each once, and their folder goes", async () => {
    const stage = await open();
    stage.world.judge = (_, command) => command === "one";
    await baseline(wantedOf(stage, "baseline", ""), "s");
    expect(stage.world.started).toEqual(["one", "two"]);
    const [finished] = stage.events("checks.finished");
    expect(finished).toMatchObject({ commit: stage.world.base, why: "baseline", passed: false });
    expect(finished?.results.map(({ name, exit }) => [name, exit])).toEqual([
      ["one", 0],
      ["two", 1],
    ]);
    expect(stage.world.worktrees.size).toBe(0);
  });

  test("run on after one that cannot start", async () => {
    const stage = await open();
    stage.world.breaks = (command) => (command === "one" ? "no such program" : undefined);
    await baseline(wantedOf(stage, "baseline", ""), "s");
    expect(stage.world.started).toEqual(["one", "two"]);
  });

  test("are not told if nobody wants them any more", async () => {
    const stage = await open();
    const context = wantedOf(stage, "baseline", "");
    await expect(baseline({ ...context, wanted: () => false }, "s")).rejects.toThrow(NoLongerWanted);
    expect(stage.events("checks.finished")).toEqual([]);
  });

  test("cannot run where that commit is not, and the person is told", async () => {
    const stage = await open();
    const { base } = stage.world;
    stage.world.commits.delete(base);
    await expect(baseline(wantedOf(stage, "baseline", ""), "s")).rejects.toMatchObject({
      code: "repository.unready",
      message: `The session starts from commit ${base.slice(0, 12)}, and this repository does not have it. Fetch it from where the session was opened, then retry.`,
    });
    expect(stage.world.started).toEqual([]);
  });
});
