import { describe, expect, test } from "vitest";
import { FloorStage } from "../../test/support/floor-stage.ts";
import { Fault } from "../core/fault.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import { loseWork, lostWorktree, unlessLost } from "./lose-work.ts";
import { setUp } from "./states/set-up.ts";
import { testTask } from "./states/test-task.ts";

/** Both tasks are about to be committed. */
async function bothDone(): Promise<FloorStage> {
  const stage = await FloorStage.open();
  for (const id of ["t1", "t2"]) {
    await stage.moves(id, "dispatched");
    await stage.performs("setup", id, setUp);
    stage.writes(id, { [`${id}.txt`]: id });
    await stage.moves(id, "done");
  }
  return stage;
}

/** Its commit is begun, and the runner dies. */
async function begins(stage: FloorStage, id: string): Promise<string> {
  const isBegun = () => Object.values(stage.log.state.effects).find((one) => one.task === id && !one.settled);
  for (let life = 0; !isBegun(); life += 1) await stage.dies("testing", id, testTask, life);
  return isBegun()?.id ?? "";
}

function contextOf(stage: FloorStage, id: string) {
  const context = stage.context("testing", id);
  if (!context) throw new Error("nobody wants it");
  return context;
}

describe("10.41: work that is gone", () => {
  test("what its step has begun is given up, and nothing of any other task", async () => {
    const stage = await bothDone();
    const [own, other] = [await begins(stage, "t1"), await begins(stage, "t2")];
    const setup = stage.events("effect.settled").length;
    await loseWork(contextOf(stage, "t1"), "worktree");
    expect(stage.events("effect.settled").slice(setup)).toEqual([
      expect.objectContaining({ effect: own, failed: true, text: "given up: the worktree is gone" }),
    ]);
    expect(stage.log.state.effects[other]?.settled).toBeUndefined();
    expect(stage.task("t1")).toMatchObject({ state: "SETUP" });
    expect(stage.task("t2")).toMatchObject({ state: "TESTING" });
  });

  test("what is settled already is not settled again", async () => {
    const stage = await bothDone();
    await begins(stage, "t1");
    await loseWork(contextOf(stage, "t1"), "worktree");
    await stage.performs("setup", "t1", setUp);
    const settled = stage.events("effect.settled").map(({ effect }) => effect);
    expect(new Set(settled).size).toBe(settled.length);
  });

  test("is not told of a step that nobody wants any more", async () => {
    const stage = await bothDone();
    const context = contextOf(stage, "t1");
    await stage.performs("testing", "t1", testTask);
    const { length } = stage.log.facts;
    await expect(loseWork(context, "worktree")).rejects.toThrow(NoLongerWanted);
    expect(stage.log.facts).toHaveLength(length);
  });

  test.each([
    ["another fault", new Fault("branch.moved", "It moved.")],
    ["a bug", new Error("worktree.lost")],
  ])("%s is no lost worktree", async (_, error) => {
    const stage = await bothDone();
    const { length } = stage.log.facts;
    await expect(unlessLost(contextOf(stage, "t1"), () => Promise.reject(error))).rejects.toBe(error);
    expect(stage.log.facts).toHaveLength(length);
    await unlessLost(contextOf(stage, "t1"), () => Promise.reject(lostWorktree("t1")));
    expect(stage.task("t1").state).toBe("SETUP");
  });

  test("with a commit, the task goes on from it; without, from what has landed; both are said", async () => {
    const stage = await bothDone();
    await loseWork(contextOf(stage, "t1"), "worktree");
    expect(stage.task("t1").feedback).toContain("made from what has landed");
    const { commit = "" } = await committed(stage, "t2");
    await loseWork(contextOf(stage, "t2"), "worktree");
    expect(stage.task("t2").feedback).toContain("made from your last commit");
    expect(stage.task("t2").commit).toBe(commit);
  });
});

/** A task that was committed, went back, and is done again. */
async function committed(stage: FloorStage, id: string) {
  stage.world.judge = () => false;
  await stage.performs("testing", id, testTask);
  await stage.moves(id, "done");
  return stage.task(id);
}
