import { beforeEach, describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { land } from "../states/land.ts";
import { setUp } from "../states/set-up.ts";
import { testTask } from "../states/test-task.ts";
import { ship } from "./ship.ts";

const target = "refs/heads/trunk";

/** One task has landed, and the person has asked to ship. */
async function landed(
  onto = "trunk",
  how: "branch" | "fast-forward" | "patch" = "fast-forward",
): Promise<FloorStage> {
  const stage = await FloorStage.open([planned("t1")]);
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  stage.writes("t1", { "a.txt": "a" });
  await stage.moves("t1", "done");
  await stage.performs("testing", "t1", testTask);
  await stage.moves("t1", "approved");
  await stage.moves("t1", "prepared");
  await stage.performs("land", "t1", land);
  await stage.adds({ type: "ship.requested", onto, how });
  return stage;
}

/** Ships once, with a workspace that differs in this. */
async function ships(stage: FloorStage, other: (workspace: Workspace) => Partial<Workspace> = () => ({})) {
  const context = stage.context("ship", "");
  if (!context) throw new Error("nobody wants to ship");
  await ship({ ...context, workspace: { ...context.workspace, ...other(context.workspace) } }, "s");
}

const checksOf = (stage: FloorStage) => stage.events("checks.finished").filter(({ why }) => why === "ship");

describe("a target that has not moved on", () => {
  test.each([
    ["a new branch", "feature", "branch", "shipped as the new branch feature"],
    ["the branch it began from", "trunk", "fast-forward", "shipped onto trunk"],
  ] as const)("%s gets what has landed, without a merge and without checks", async (_, onto, how, words) => {
    const stage = await landed(onto, how);
    const was = stage.world.refs.get(`refs/heads/${onto}`) ?? null;
    const { integration } = stage.log.state;
    const checks = stage.world.started.length;
    await ships(stage);
    expect(stage.world.refs.get(`refs/heads/${onto}`)).toBe(integration);
    expect(stage.events("session.shipped")).toEqual([
      { type: "session.shipped", onto, how, was, commit: integration, effect: expect.any(String) },
    ]);
    expect(stage.events("session.closed")).toEqual([{ type: "session.closed", how: "finished", why: words }]);
    expect(stage.events("effect.settled").at(-1)).toMatchObject({
      failed: false,
      text: words,
      commit: integration,
    });
    expect(stage.world.started.length).toBe(checks);
    expect(checksOf(stage)).toEqual([]);
  });
});

test("a patch holds the commits that landed, each by itself, where none of them is a merge", async () => {
  const stage = await landed("twice.patch", "patch");
  const { integration, session } = stage.log.state;
  const written: unknown[] = [];
  await ships(stage, ({ theirs }) => ({
    theirs: { ...theirs, writePatch: async (file, range) => void written.push([file, range]) },
  }));
  expect(written).toEqual([["twice.patch", { from: session.repo.base, to: integration }]]);
  expect(stage.events("session.shipped")).toMatchObject([{ how: "patch", commit: integration }]);
});

describe("a target that has moved on", () => {
  test("is merged, the merge is checked, and the checks are told before it is shipped", async () => {
    const stage = await landed();
    const was = stage.world.push("trunk", { "theirs.txt": "theirs" });
    const checks = stage.world.started.length;
    await ships(stage);
    const commit = stage.world.refs.get(target) ?? "";
    expect(stage.world.commits.get(commit)?.parents).toEqual([was, stage.log.state.integration]);
    expect(stage.world.messages.at(-1)).toMatch(/^Merge Twice\n*$/);
    expect(stage.world.started.length).toBe(checks + 1);
    expect(checksOf(stage)).toMatchObject([{ commit, why: "ship", passed: true }]);
    expect(stage.events("session.shipped")).toMatchObject([{ was, commit }]);
    const types = stage.log.facts.map(({ event }) => event.type);
    expect(types.slice(-4)).toEqual([
      "effect.settled",
      "checks.finished",
      "session.shipped",
      "session.closed",
    ]);
  });

  test("into a conflict stays, and the person hears in which files", async () => {
    const stage = await landed();
    const was = stage.world.push("trunk", { "a.txt": "other", "README.md": "other" });
    await expect(ships(stage)).rejects.toMatchObject({
      code: "merge.conflict",
      message:
        "trunk has moved on and conflicts in a.txt. Ship to a new branch (huddle ship), and merge that branch yourself.",
    });
    expect(stage.world.refs.get(target)).toBe(was);
    expect(stage.events("effect.started").filter(({ kind }) => kind === "ship")).toEqual([]);
  });

  test.each([
    [
      "fail",
      (stage: FloorStage) => (stage.world.judge = () => false),
      {
        code: "checks.failed",
        message: expect.stringMatching(/^After merging with trunk, the checks fail:\n.+/),
      },
    ],
    [
      "cannot start",
      (stage: FloorStage) => (stage.world.breaks = () => "no such program"),
      {
        code: "checks.broken",
        message: expect.stringMatching(/could not start: no such program\nMend this, then ship again\.$/),
      },
    ],
  ])("and whose checks %s then stays, and is shipped once they pass", async (_, spoil, fault) => {
    const stage = await landed();
    const was = stage.world.push("trunk", { "theirs.txt": "theirs" });
    spoil(stage);
    await expect(ships(stage)).rejects.toMatchObject(fault);
    expect(stage.world.refs.get(target)).toBe(was);
    expect(stage.events("session.shipped")).toEqual([]);
    stage.world.judge = () => true;
    stage.world.breaks = () => undefined;
    await ships(stage);
    expect(stage.events("session.shipped")).toHaveLength(1);
    expect(stage.events("effect.started").filter(({ kind }) => kind === "ship")).toHaveLength(1);
  });

  test("moves again while it is shipped: it stays, and the person hears what to type", async () => {
    const stage = await landed();
    const moving = ships(stage, ({ moveRef }) => ({
      moveRef: (...args) => {
        stage.world.push("trunk", { "late.txt": "late" });
        return moveRef(...args);
      },
    }));
    await expect(moving).rejects.toMatchObject({
      code: "branch.moved",
      message: "trunk moved while Huddle was shipping onto it. Type: huddle ship --onto trunk",
    });
    expect(stage.events("session.shipped")).toEqual([]);
    await ships(stage);
    expect(stage.world.filesOf(stage.world.refs.get(target) ?? "")).toMatchObject({
      "a.txt": "a",
      "late.txt": "late",
    });
  });

  test("moves by a commit that changes no file: the merge made before does not take it away", async () => {
    const stage = await landed();
    stage.world.push("trunk", { "theirs.txt": "theirs" });
    let late = "";
    const moving = ships(stage, ({ moveRef }) => ({
      moveRef: (...args) => {
        late = stage.world.push("trunk", {});
        return moveRef(...args);
      },
    }));
    await expect(moving).rejects.toMatchObject({ code: "branch.moved" });
    await ships(stage);
    expect(stage.world.commits.get(stage.world.refs.get(target) ?? "")?.parents[0]).toBe(late);
  });
});

describe("begun and killed, and the merged tree is gone", () => {
  const started = (stage: FloorStage) => stage.events("effect.started").filter(({ kind }) => kind === "ship");

  /** A runner has died just after it said what it would ship, and its tree was collected. */
  async function killed(): Promise<{ stage: FloorStage; tree: string }> {
    const stage = await landed();
    stage.world.push("trunk", { "theirs.txt": "theirs" });
    for (let life = 0; started(stage).length === 0; life += 1) await stage.dies("ship", "", ship, life);
    const tree = String(started(stage)[0]?.input.tree);
    stage.world.trees.delete(tree);
    return { stage, tree };
  }

  test("it is made again, and shipped as planned", async () => {
    const { stage, tree } = await killed();
    await ships(stage);
    expect(stage.world.trees.get(tree)).toMatchObject({ "a.txt": "a", "theirs.txt": "theirs" });
    expect(stage.world.commits.get(stage.world.refs.get(target) ?? "")?.tree).toBe(tree);
    expect(started(stage)).toHaveLength(1);
  });

  test("it cannot be made again as it was: the plan is given up for another one", async () => {
    const { stage, tree } = await killed();
    const other = [...stage.world.trees.keys()][0] ?? "";
    await ships(stage, ({ merge }) => ({
      merge: async (...args) => ({ ...(await merge(...args)), tree: other }),
      hold: async (_, object) => object !== tree,
    }));
    expect(started(stage).map(({ input }) => input.tree)).toEqual([tree, other]);
    expect(stage.events("effect.settled").filter(({ failed }) => failed)).toHaveLength(1);
    expect(stage.world.commits.get(stage.world.refs.get(target) ?? "")?.tree).toBe(other);
  });
});

describe("a target that is checked out", () => {
  let forwarded: string[][] = [];
  beforeEach(() => {
    forwarded = [];
  });
  const at =
    (place: object) =>
    (workspace: Workspace): Partial<Workspace> => ({
      checkedOut: async () => place as Awaited<ReturnType<Workspace["checkedOut"]>>,
      fastForward: async (path, commit) => {
        forwarded.push([path, commit]);
        await workspace.moveRef(target, commit, (await workspace.resolve(target)) ?? null);
      },
    });

  test.each([
    [
      "with changes",
      { path: "/desk", clean: false },
      "trunk is checked out at /desk with uncommitted changes. Commit or stash them, then type: huddle ship --onto trunk",
    ],
    [
      "in the middle of a merge",
      { path: "/desk", clean: true, under: "a merge" },
      "At /desk, where trunk is checked out, a merge is under way. Finish or abort it, then type: huddle ship --onto trunk",
    ],
    [
      "in the middle of a merge, with changes",
      { path: "/desk", clean: false, under: "a merge" },
      "At /desk, where trunk is checked out, a merge is under way. Finish or abort it, then type: huddle ship --onto trunk",
    ],
  ])("%s stays as it is", async (_, place, message) => {
    const stage = await landed();
    const was = stage.world.refs.get(target);
    await expect(ships(stage, at(place))).rejects.toMatchObject({ code: "worktree.dirty", message });
    expect(stage.world.refs.get(target)).toBe(was);
    expect(forwarded).toEqual([]);
  });

  test("and clean is moved with its files", async () => {
    const stage = await landed();
    const { integration } = stage.log.state;
    await ships(stage, at({ path: "/desk", clean: true }));
    expect(forwarded).toEqual([["/desk", integration]]);
    expect(stage.events("session.shipped")).toMatchObject([{ commit: integration }]);
  });
});

test("nothing is shipped that nobody asked for", async () => {
  const stage = await landed();
  const context = stage.context("ship", "");
  await ships(stage);
  if (!context) throw new Error("nobody wants to ship");
  const state = { ...stage.log.state, session: { ...stage.log.state.session, shipping: undefined } };
  const journal = { ...context.journal, state: () => state } as unknown as typeof context.journal;
  await expect(ship({ ...context, journal }, "s")).rejects.toThrow("nobody asked to ship");
});
