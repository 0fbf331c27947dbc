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

const files = (stage: FloorStage, id: string) =>
  Object.fromEntries(stage.world.worktrees.get(stage.task(id).worktree ?? "") ?? []);
const last = (stage: FloorStage) => stage.events("task.moved").at(-1);

describe("a worktree", () => {
  test("of a new task stands at what has landed", async () => {
    const stage = await FloorStage.open();
    await approve(stage, "t1", { "a.txt": "a" });
    await stage.performs("land", "t1", land);
    await stage.moves("t2", "dispatched");
    await stage.performs("setup", "t2", setUp);
    expect(files(stage, "t2")).toEqual({ "README.md": "# Twice\n", "a.txt": "a" });
    expect(stage.task("t2").base).toBe(stage.log.state.integration);
    expect(last(stage)).toMatchObject({ task: "t2", trigger: "ready", why: "the worktree stands" });
    expect(last(stage)).not.toHaveProperty("feedback");
  });

  test("of a task that conflicts holds both sides, and is told which files", async () => {
    const stage = await FloorStage.open();
    await approve(stage, "t1", { "a.txt": "one\n" });
    await approve(stage, "t2", { "a.txt": "two\n", "b.txt": "b" });
    await stage.performs("land", "t1", land);
    await stage.performs("land", "t2", land);
    const where = "conflicts with what has landed meanwhile, in a.txt";
    expect(stage.events("conflict.found")).toEqual([
      { type: "conflict.found", task: "t2", against: stage.log.state.integration, files: ["a.txt"] },
    ]);
    const { feedback = "" } = last(stage) ?? {};
    expect(last(stage)).toMatchObject({ trigger: "conflict" });
    expect(feedback.split("\n\n")[0]).toBe(
      `Your change ${where}. Both sides stand in the files between conflict markers; keep both intents.`,
    );
    expect(feedback).toMatch(/\n\nLanded meanwhile, by ada\. Its author says: .*\n {2}Task t1: /);
    await stage.performs("setup", "t2", setUp);
    expect(files(stage, "t2")).toMatchObject({
      "a.txt": "<<<<<<<\none\n=======\ntwo\n>>>>>>>\n",
      "b.txt": "b",
    });
  });

  test("of a task whose commit is gone stands at what has landed, and the author is told", async () => {
    const stage = await FloorStage.open();
    await approve(stage, "t1", { "a.txt": "one\n" });
    await approve(stage, "t2", { "a.txt": "two\n" });
    await stage.performs("land", "t1", land);
    await stage.performs("land", "t2", land);
    const commit = stage.task("t2").commit ?? "";
    stage.world.commits.delete(commit);
    await stage.performs("setup", "t2", setUp);
    expect(files(stage, "t2")).toMatchObject({ "a.txt": "one\n" });
    expect(last(stage)?.feedback).toBe(
      `Your commit ${commit.slice(0, 12)} is not in this repository, so everything that you wrote is lost. You have a new worktree, made from what has landed. Write it again.`,
    );
  });

  test("is not made where the repository lacks what the session builds on, and the way to get it is told", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await stage.moves("t1", "dispatched");
    const { base } = stage.world;
    stage.world.commits.delete(base);
    stage.world.refs.clear();
    await expect(stage.performs("setup", "t1", setUp)).rejects.toMatchObject({
      code: "repository.unready",
      message: `The session builds on commit ${base.slice(0, 12)}, and this repository does not have it. Get it from the repository where the session ran, then retry:\n  git fetch <that repository> 'refs/huddle/s/*:refs/huddle/s/*' 'refs/heads/huddle/s/*:refs/heads/huddle/s/*'`,
    });
    expect(stage.events("effect.started")).toEqual([]);
  });
});
