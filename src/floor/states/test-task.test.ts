import { describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { land } from "./land.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

async function coded(stage: FloorStage, id: string, files: Readonly<Record<string, string>>): Promise<void> {
  await stage.moves(id, "dispatched");
  await stage.performs("setup", id, setUp);
  stage.writes(id, files);
  await stage.moves(id, "done");
}

const commits = (stage: FloorStage) => stage.events("effect.started").filter(({ kind }) => kind === "commit");
const triggers = (stage: FloorStage, id: string) =>
  stage.events("task.moved").flatMap(({ task, trigger }) => (task === id ? [trigger] : []));

describe("10.41: rework that changes nothing", () => {
  async function red(): Promise<FloorStage> {
    const stage = await FloorStage.open();
    stage.world.judge = () => false;
    await coded(stage, "t1", { "a.txt": "a" });
    await stage.performs("testing", "t1", testTask);
    return stage;
  }

  test.each([true, false])("is checked again on the commit it has; green: %s", async (green) => {
    const stage = await red();
    const { commit } = stage.task("t1");
    stage.world.judge = () => green;
    await stage.moves("t1", "done");
    await stage.performs("testing", "t1", testTask);
    expect(triggers(stage, "t1").slice(-2)).toEqual(["done", green ? "passed" : "failed"]);
    expect(stage.task("t1").commit).toBe(commit);
    expect(commits(stage)).toHaveLength(1);
    expect(stage.events("checks.finished").map((one) => [one.commit, one.passed])).toEqual([
      [commit, false],
      [commit, green],
    ]);
  });

  test("and one that does is another commit in its place, so that nothing of the first one ships", async () => {
    const stage = await red();
    const { base } = stage.task("t1");
    stage.world.judge = () => true;
    stage.writes("t1", { "a.txt": "b" });
    await stage.moves("t1", "done");
    await stage.performs("testing", "t1", testTask);
    expect(stage.world.commits.get(stage.task("t1").commit ?? "")?.parents).toEqual([base]);
    expect(commits(stage)).toHaveLength(2);
  });
});

describe("10.41: a conflict", () => {
  /** Two tasks changed the same file; one has landed, the other gets a worktree with both sides. */
  async function inConflict(): Promise<FloorStage> {
    const stage = await FloorStage.open();
    for (const [id, text] of [
      ["t1", "landed"],
      ["t2", "own"],
    ] as const) {
      await coded(stage, id, { "a.txt": text });
      await stage.performs("testing", id, testTask);
      await stage.moves(id, "approved");
      await stage.moves(id, "prepared");
    }
    await stage.performs("land", "t1", land);
    await stage.performs("land", "t2", land);
    expect(triggers(stage, "t2").at(-1)).toBe("conflict");
    await stage.performs("setup", "t2", setUp);
    return stage;
  }

  test.each(["own", "landed", "both"])(
    "resolved to %s: is one commit on what has landed, and lands",
    async (text) => {
      const stage = await inConflict();
      const base = stage.log.state.integration;
      stage.writes("t2", { "a.txt": text });
      await stage.moves("t2", "done");
      await stage.performs("testing", "t2", testTask);
      expect(triggers(stage, "t2").at(-1)).toBe("passed");
      expect(stage.world.commits.get(stage.task("t2").commit ?? "")?.parents).toEqual([base]);
      await stage.moves("t2", "approved");
      await stage.moves("t2", "prepared");
      await stage.performs("land", "t2", land);
      expect(triggers(stage, "t2").at(-1)).toBe("landed");
      expect(stage.world.filesOf(stage.log.state.integration)["a.txt"]).toBe(text);
    },
  );
});

test("10.41: a task that never changed anything goes back, and one that does then is committed on its base", async () => {
  const stage = await FloorStage.open();
  await coded(stage, "t1", {});
  await stage.performs("testing", "t1", testTask);
  expect(triggers(stage, "t1").at(-1)).toBe("failed");
  expect(stage.task("t1")).toMatchObject({ commit: undefined, state: "CODING" });
  expect(stage.world.started).toEqual([]);
  stage.writes("t1", { "a.txt": "a" });
  await stage.moves("t1", "done");
  await stage.performs("testing", "t1", testTask);
  expect(stage.world.commits.get(stage.task("t1").commit ?? "")?.parents).toEqual([stage.world.base]);
});

test("work whose worktree is gone before it is committed is lost, and nothing is committed in its place", async () => {
  const stage = await FloorStage.open();
  await coded(stage, "t1", { "a.txt": "a" });
  stage.world.worktrees.clear();
  await stage.dies("testing", "t1", testTask, Number.POSITIVE_INFINITY);
  expect(triggers(stage, "t1").at(-1)).toBe("lost");
  expect(commits(stage)).toEqual([]);
  expect(stage.world.refs.has("refs/heads/huddle/s/t1")).toBe(false);
});

test("checks that cannot start block the task, and say why", async () => {
  const stage = await FloorStage.open();
  await coded(stage, "t1", { "a.txt": "a" });
  stage.world.breaks = () => "no such program";
  await stage.dies("testing", "t1", testTask, Number.POSITIVE_INFINITY);
  expect(stage.events("task.moved").at(-1)).toMatchObject({
    trigger: "broken",
    why: expect.stringContaining("could not start: no such program"),
  });
});

describe("when only words for people changed, green checks are enough", () => {
  const passes = "Add it";
  async function tested(
    files: Readonly<Record<string, string>>,
    policy: Parameters<typeof FloorStage.open>[1] = { review: { by: "architect" } },
  ): Promise<string | undefined> {
    const stage = await FloorStage.open(undefined, policy);
    await coded(stage, "t1", files);
    await stage.performs("testing", "t1", testTask);
    return triggers(stage, "t1").at(-1);
  }

  test("in small work", async () => {
    expect(await tested({ "README.md": passes, "docs/use.txt": passes })).toBe("prose");
  });

  test.each<[what: string, files: Readonly<Record<string, string>>]>([
    ["code", { "README.md": passes, "a.js": passes }],
    ["configuration", { "README.md": passes, "package.json": "{}" }],
    ["what may be data", { "words.txt": passes }],
  ])("and %s is reviewed", async (_, files) => expect(await tested(files)).toBe("passed"));

  test("after a talk, in an older session and without any check everything is reviewed", async () => {
    const files = { "README.md": passes };
    const review = { by: "architect" } as const;
    expect(await tested(files, { review, phases: ["refinement", "implementation"] })).toBe("passed");
    expect(await tested(files, {})).toBe("passed");
    const checks = { quick: [], full: [], timeoutMs: 9 };
    expect(await tested(files, { review, checks })).toBe("passed");
  });

  test("what a reviewer sent back is reviewed again", async () => {
    const stage = await FloorStage.open(undefined, { review: { by: "architect" } });
    await coded(stage, "t1", { "a.js": passes });
    await stage.performs("testing", "t1", testTask);
    const { commit = "" } = stage.task("t1");
    const given = { task: "t1", seat: "architect", commit, verdict: "changes", feedback: "No." } as const;
    await stage.adds({ type: "review.given", ...given });
    await stage.moves("t1", "changes");
    stage.world.worktrees.get(stage.task("t1").worktree ?? "")?.delete("a.js");
    stage.writes("t1", { "README.md": passes });
    await stage.moves("t1", "done");
    await stage.performs("testing", "t1", testTask);
    expect(triggers(stage, "t1").at(-1)).toBe("passed");
  });
});
