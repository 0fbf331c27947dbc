import { describe, expect, test } from "vitest";
import { atEveryPoint, FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import { land } from "./land.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

type Files = Readonly<Record<string, string>>;

/** A task whose author has just called done. */
async function written(stage: FloorStage, id: string, files: Files): Promise<void> {
  await stage.moves(id, "dispatched");
  await stage.performs("setup", id, setUp);
  stage.writes(id, files);
  await stage.moves(id, "done");
}

/** A task that is committed, green, approved, and next to land. */
async function approved(stage: FloorStage, id: string, files: Files): Promise<void> {
  await written(stage, id, files);
  await stage.performs("testing", id, testTask);
  await stage.moves(id, "approved");
  await stage.moves(id, "prepared");
}

const moves = (stage: FloorStage, id: string) =>
  stage.events("task.moved").flatMap(({ task, trigger }) => (task === id ? [trigger] : []));
const head = (stage: FloorStage) => stage.world.refs.get("refs/heads/huddle/s/main");

describe("testing, killed at every point", () => {
  test("commits once and moves on", async () => {
    const points = await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await written(stage, "t1", { "a.txt": "a" });
      const died = await stage.performs("testing", "t1", testTask, life);
      expect(moves(stage, "t1")).toEqual(["dispatched", "ready", "done", "passed"]);
      expect(stage.events("effect.started").filter(({ kind }) => kind === "commit")).toHaveLength(1);
      expect(stage.world.refs.get("refs/heads/huddle/s/t1")).toBe(stage.task("t1").commit);
      return died;
    });
    expect(points).toBeGreaterThan(6);
  });

  test("with nothing changed, the task goes back and nothing is begun", async () => {
    const points = await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await written(stage, "t1", {});
      const died = await stage.performs("testing", "t1", testTask, life);
      expect(moves(stage, "t1")).toEqual(["dispatched", "ready", "done", "failed"]);
      expect(stage.events("effect.started").filter(({ kind }) => kind === "commit")).toEqual([]);
      return died;
    });
    expect(points).toBe(6);
  });

  test("red, the task goes back with its commit", async () => {
    await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      stage.world.judge = () => false;
      await written(stage, "t1", { "a.txt": "a" });
      const died = await stage.performs("testing", "t1", testTask, life);
      expect(moves(stage, "t1")).toEqual(["dispatched", "ready", "done", "failed"]);
      expect(stage.task("t1").commit).toBe(stage.world.refs.get("refs/heads/huddle/s/t1"));
      return died;
    });
  });

  test("of a task that was planned anew, the branch goes on from where the last try left it", async () => {
    await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await written(stage, "t1", { "a.txt": "a" });
      await stage.performs("testing", "t1", testTask);
      const before = stage.task("t1").commit;
      await stage.plans([{ ...planned("t1"), title: "Build it otherwise" }, planned("t2")]);
      await written(stage, "t1", { "b.txt": "b" });
      const died = await stage.performs("testing", "t1", testTask, life);
      expect(stage.task("t1")).toMatchObject({ attempt: 2, state: "CODE_REVIEW" });
      expect(stage.task("t1").commit).not.toBe(before);
      expect(stage.world.refs.get("refs/heads/huddle/s/t1")).toBe(stage.task("t1").commit);
      return died;
    });
  });
});

describe("landing, killed at every point", () => {
  test("moves the branch once", async () => {
    const points = await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await approved(stage, "t1", { "a.txt": "a" });
      const died = await stage.performs("land", "t1", land, life);
      expect(moves(stage, "t1").at(-1)).toBe("landed");
      expect(stage.events("effect.started").filter(({ kind }) => kind === "land")).toHaveLength(1);
      expect(stage.events("task.landed")).toEqual([
        expect.objectContaining({ was: stage.world.base, commit: head(stage) }),
      ]);
      return died;
    });
    expect(points).toBeGreaterThan(5);
  });

  test("red, the task goes back and the branch stays", async () => {
    await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await approved(stage, "t1", { "a.txt": "a" });
      stage.world.judge = () => false;
      const died = await stage.performs("land", "t1", land, life);
      expect(moves(stage, "t1").slice(-2)).toEqual(["prepared", "red"]);
      expect(stage.events("checks.finished").filter(({ why }) => why === "landing")).toHaveLength(1);
      expect(head(stage)).toBeUndefined();
      return died;
    });
  });

  test("in conflict, the task goes back and nothing is begun", async () => {
    const points = await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await approved(stage, "t1", { "a.txt": "one" });
      await approved(stage, "t2", { "a.txt": "two" });
      await stage.performs("land", "t1", land);
      const died = await stage.performs("land", "t2", land, life);
      expect(moves(stage, "t2").slice(-2)).toEqual(["prepared", "conflict"]);
      expect(stage.events("conflict.found")).toHaveLength(1);
      expect(stage.events("effect.started").filter(({ task }) => task === "t2")).toHaveLength(2);
      return died;
    });
    expect(points).toBe(4);
  });

  test.each([
    ["it is planned anew and lands on that", { "b.txt": "b" }, "landed"],
    ["it is in conflict with that, given up and sent back", { "a.txt": "b" }, "conflict"],
  ] as const)("outrun by another landing, %s", async (_what, other, end) => {
    await atEveryPoint(async (life) => {
      const stage = await FloorStage.open();
      await approved(stage, "t1", { "a.txt": "a" });
      await approved(stage, "t2", other);
      expect(await stage.dies("land", "t1", land, 5)).toBe(true); // begun, and no more
      await stage.adds({ type: "step.failed", step: stage.key("t1"), error: "it broke" }, stage.key("t1"));
      await stage.performs("land", "t2", land);
      await stage.adds({ type: "step.retried", step: stage.key("t1") });
      const died = await stage.performs("land", "t1", land, life);
      expect(moves(stage, "t1").at(-1)).toBe(end);
      const settled = stage.events("effect.settled").filter(({ text }) => text.startsWith("given up"));
      expect(settled).toHaveLength(1);
      expect(head(stage)).toBe(stage.log.state.integration);
      expect(stage.world.filesOf(stage.log.state.integration)).toMatchObject(other);
      return died;
    });
  });
});
