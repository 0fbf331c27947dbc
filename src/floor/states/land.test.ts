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
  test("where nothing else landed has nothing to merge: the task's one commit lands, after its full checks", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    const { commit = "" } = stage.task("t1");
    const before = stage.world.started.length;
    await stage.performs("land", "t1", land);
    expect(stage.log.state.integration).toBe(commit);
    expect(stage.world.refs.get("refs/heads/huddle/s/main")).toBe(commit);
    expect(stage.world.messages).toHaveLength(1);
    expect(stage.world.started.length).toBe(before + 1);
    expect(stage.events("task.landed")).toMatchObject([{ was: stage.world.base, commit }]);
    expect(stage.events("checks.finished").at(-1)).toMatchObject({ commit, why: "landing" });
  });

  test("that began as a merge, by an older version, ends as that merge", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    await approve(stage, "t1", { "a.txt": "a" });
    const { commit: head = "" } = stage.task("t1");
    const tree = stage.world.commits.get(head)?.tree ?? "";
    const input = {
      was: stage.world.base,
      head,
      tree,
      message: "Land t1: Build t1\n",
      when: stage.log.now(),
    };
    await stage.adds({ type: "effect.started", kind: "land", task: "t1", input }, stage.key("t1"));
    await stage.performs("land", "t1", land);
    const { integration } = stage.log.state;
    expect(stage.world.commits.get(integration)?.parents).toEqual([stage.world.base, head]);
  });

  test("is a merge of both heads, checked before the branch moves, and its worktree goes", async () => {
    const stage = await FloorStage.open([planned("t1"), planned("t2")]);
    await approve(stage, "t1", { "a.txt": "a" });
    await approve(stage, "t2", { "b.txt": "b" });
    await stage.performs("land", "t1", land);
    const was = stage.log.state.integration;
    const { worktree = "", commit } = stage.task("t2");
    await stage.performs("land", "t2", land);
    const { integration } = stage.log.state;
    expect(stage.world.commits.get(integration)?.parents).toEqual([was, commit]);
    expect(stage.world.refs.get("refs/huddle/s/landed")).toBe(integration);
    expect(stage.world.worktrees.has(worktree)).toBe(false);
    expect(stage.world.messages.at(-1)).toBe(
      "Land t2: Build t2\n\nHuddle-Task: t2\nHuddle-Title: Build t2\nHuddle-Engineer: bo\nHuddle-Requirements: r1\nHuddle-Session: Twice\n",
    );
    const [, landed] = stage.events("task.landed");
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
      expect(last(stage)?.feedback).toMatch(/^The full checks run before a landing, and they fail:\ntests/);
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
