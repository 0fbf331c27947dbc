import { describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import { land } from "./land.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

const approve = async (stage: FloorStage, id: string, files: Readonly<Record<string, string>>) => {
  await stage.moves(id, "dispatched");
  await stage.performs("setup", id, setUp);
  stage.writes(id, files);
  await stage.moves(id, "done");
  await stage.performs("testing", id, testTask);
  await stage.moves(id, "approved");
  await stage.moves(id, "prepared");
};

const last = (stage: FloorStage) => stage.events("task.moved").at(-1);

describe("a landing", () => {
  test("is a merge of both heads, checked before the branch moves, and its worktree goes", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    const { worktree = "", commit } = stage.task("t1");
    await stage.performs("land", "t1", land);
    const { integration } = stage.log.state;
    expect(stage.world.commits.get(integration)?.parents).toEqual([stage.world.base, commit]);
    expect(stage.world.refs.get("refs/huddle/s/landed")).toBe(integration);
    expect(stage.world.worktrees.has(worktree)).toBe(false);
    expect(stage.world.messages.at(-1)).toBe(
      "Land t1: Build t1\n\nHuddle-Task: t1\nHuddle-Title: Build t1\nHuddle-Engineer: ada\nHuddle-Session: Twice\n",
    );
    const [landed] = stage.events("task.landed");
    const checked = stage.log.facts.find(({ seq }) => seq === landed?.checks);
    expect(checked?.event).toMatchObject({ type: "checks.finished", why: "landing", commit: integration });
  });

  test.each([
    ["fail", false, undefined, "red"],
    ["cannot start", true, "no such program", "broken"],
  ] as const)("whose checks %s does not happen, and the worktree stays", async (_, passes, why, trigger) => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    const { worktree = "" } = stage.task("t1");
    stage.world.judge = () => passes;
    stage.world.breaks = () => why;
    await stage.dies("land", "t1", land, Number.POSITIVE_INFINITY);
    expect(last(stage)).toMatchObject({ task: "t1", trigger });
    if (trigger === "red")
      expect(last(stage)?.feedback).toMatch(
        /^Merged with what has landed meanwhile, the checks fail:\ntests/,
      );
    expect(stage.world.refs.has("refs/heads/huddle/s/main")).toBe(false);
    expect(stage.world.worktrees.has(worktree)).toBe(true);
    expect(stage.events("checks.finished").at(-1)).toMatchObject({ why: "landing", passed: false });
  });

  test("of a commit that is gone does not happen: the task is lost, and goes back", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    stage.world.commits.delete(stage.task("t1").commit ?? "");
    await stage.performs("land", "t1", land);
    expect(last(stage)).toMatchObject({ task: "t1", trigger: "lost" });
    expect(stage.events("effect.started").filter(({ kind }) => kind === "land")).toEqual([]);
  });

  test("onto a branch that somebody moved does not happen, and the person is asked", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    const theirs = stage.world.push("huddle/s/main", { "x.txt": "x" });
    await expect(stage.performs("land", "t1", land)).rejects.toMatchObject({
      code: "branch.moved",
      remedy: { kind: "moved", was: stage.world.base, now: theirs },
    });
    expect(stage.events("task.landed")).toEqual([]);
  });

  test("keeps the flag of a text like a key that a later task takes out: the earlier commit still ships", async () => {
    const stage = await FloorStage.open([planned("t1"), planned("t2")]);
    await approve(stage, "t1", { "a.txt": `sk-${"a1".repeat(12)}` });
    await stage.performs("land", "t1", land);
    expect(stage.log.state.session.sinceBase).toMatchObject([{ kind: "secret", path: "a.txt", line: 1 }]);
    await approve(stage, "t2", { "a.txt": "from the environment" });
    await stage.performs("land", "t2", land);
    expect(stage.log.state.session.sinceBase).toEqual([
      {
        id: "1",
        kind: "secret",
        path: "a.txt",
        line: 1,
        tier: "person",
        text: "in the commit of t1, which ships as it landed, line 1 of a.txt holds a text shaped like a key or a password",
      },
    ]);
  });
});
