import { describe, expect, test } from "vitest";
import { atEveryPoint, type FloorStage } from "../../../test/support/floor-stage.ts";
import { asked, landed, own, trunk } from "../../../test/support/handover-stage.ts";
import { ship } from "./ship.ts";
import { sync } from "./sync.ts";
import { undo } from "./undo.ts";

const acts = { ship, undo, sync } as const;
type Kind = keyof typeof acts;

/** Squashed onto trunk, which had moved on. */
async function shipped(): Promise<FloorStage> {
  const stage = await landed();
  stage.world.push("trunk", { "theirs.txt": "theirs" });
  await stage.adds({ type: "ship.requested", onto: "trunk", how: "squash" });
  await stage.performs("ship", "", ship);
  // As the end of a session does.
  stage.world.refs.delete(own);
  await stage.adds({ type: "undo.requested", shipped: shipmentOf(stage) });
  return stage;
}

const shipmentOf = (stage: FloorStage) => stage.log.state.session.shipments?.at(-1)?.seq ?? 0;
const filesAt = (stage: FloorStage, ref: string) => stage.world.filesOf(stage.world.refs.get(ref) ?? "");
const parentsAt = (stage: FloorStage, ref: string) =>
  stage.world.commits.get(stage.world.refs.get(ref) ?? "")?.parents;

interface Scene {
  readonly kind: Kind;
  readonly until: () => Promise<FloorStage>;
  readonly happened: (stage: FloorStage) => void;
}

const base = (stage: FloorStage) => stage.world.base;

const scenes: Readonly<Record<string, Scene>> = {
  "one commit on a branch that moved on": {
    kind: "ship",
    until: () => asked({ type: "ship.requested", onto: "trunk", how: "squash" }, { "theirs.txt": "theirs" }),
    happened: (stage) => {
      const [done, ...more] = stage.events("session.shipped");
      expect(more).toEqual([]);
      expect(stage.world.refs.get(trunk)).toBe(done?.commit);
      expect(parentsAt(stage, trunk)).toEqual([done?.was]);
      expect(filesAt(stage, trunk)).toMatchObject({ "a.txt": "a", "theirs.txt": "theirs" });
      expect(stage.events("checks.finished").filter(({ why }) => why === "ship")).toHaveLength(1);
    },
  },
  "one commit on a new branch": {
    kind: "ship",
    until: () => asked({ type: "ship.requested", onto: "fresh", how: "squash" }),
    happened: (stage) => {
      expect(stage.events("session.shipped")).toHaveLength(1);
      expect(parentsAt(stage, "refs/heads/fresh")).toEqual([base(stage)]);
    },
  },
  "what has landed so far": {
    kind: "ship",
    until: () => asked({ type: "ship.requested", onto: "part", how: "branch", partial: true }),
    happened: (stage) => {
      expect(stage.events("session.shipped")).toMatchObject([{ partial: true, was: null }]);
      expect(stage.events("session.closed")).toEqual([]);
      expect(stage.log.state.session.shipped).toBeUndefined();
      expect(stage.context("dispatch", "t2")).toBeDefined();
    },
  },
  "a patch": {
    kind: "ship",
    until: () => asked({ type: "ship.requested", onto: "/twice.patch", how: "patch" }),
    happened: (stage) => {
      expect(stage.events("session.shipped")).toHaveLength(1);
      expect(stage.world.patches.get("/twice.patch")).toContain("+a");
    },
  },
  "a branch for a pull request": {
    kind: "ship",
    until: () =>
      asked({
        type: "ship.requested",
        onto: "topic",
        how: "pr",
        base: "trunk",
        body: "b",
        open: { remote: "origin", program: "gh" },
      }),
    happened: (stage) => {
      const { integration } = stage.log.state;
      expect(stage.world.refs.get("origin/topic")).toBe(integration);
      expect(stage.world.refs.get("refs/heads/topic")).toBe(integration);
      expect(stage.events("session.shipped")).toMatchObject([{ url: "https://example.com/topic" }]);
    },
  },
  "taking it back": {
    kind: "undo",
    until: shipped,
    happened: (stage) => {
      const [done] = stage.events("session.shipped");
      expect(stage.world.refs.get(trunk)).toBe(done?.was);
      expect(stage.events("ship.undone")).toMatchObject([{ onto: "trunk", restored: done?.was }]);
      expect(stage.log.state.session).not.toHaveProperty("ending");
      expect(stage.log.state.session).not.toHaveProperty("shipped");
      // The next landing needs it.
      expect(stage.world.refs.get(own)).toBe(stage.log.state.integration);
    },
  },
  "catching up": {
    kind: "sync",
    until: () => asked({ type: "sync.requested", branch: "refs/heads/trunk" }, { "theirs.txt": "theirs" }),
    happened: (stage) => {
      const [done, ...more] = stage.events("session.synced");
      expect(more).toEqual([]);
      expect(done).toMatchObject({ how: "merged", at: stage.world.refs.get(trunk) });
      expect(stage.world.refs.get(own)).toBe(done?.commit);
      expect(stage.log.state.integration).toBe(done?.commit);
      expect(stage.log.state.session.repo.base).toBe(done?.at);
      const checks = stage.log.facts.find(({ seq }) => seq === done?.checks);
      expect(checks?.event).toMatchObject({ type: "checks.finished", why: "sync", commit: done?.commit });
    },
  },
};

describe.each(Object.entries(scenes))("%s, killed at every point", (_, { kind, until, happened }) => {
  const perform = (stage: FloorStage, life?: number) => {
    // Each kind is performed by its own function.
    const act = acts[kind] as Parameters<typeof stage.performs<Kind>>[2];
    return stage.performs<Kind>(kind, "", act, life);
  };

  test("happens once", async () => {
    const points = await atEveryPoint(async (life) => {
      const stage = await until();
      const died = await perform(stage, life);
      happened(stage);
      expect(stage.events("effect.started").filter((one) => one.kind === kind).length).toBeLessThan(3);
      return died;
    });
    expect(points).toBeGreaterThan(2);
  });
});

describe("taking it back", () => {
  test("is refused where somebody built on it, with the commits to revert", async () => {
    const stage = await shipped();
    const { commit } = stage.events("session.shipped")[0] ?? {};
    const theirs = stage.world.push("trunk", { "more.txt": "more" });
    stage.world.checkouts.set("trunk", { path: "/desk", clean: true });
    await expect(stage.performs("undo", "", undo)).rejects.toMatchObject({
      code: "branch.moved",
      message: expect.stringContaining(`git revert --no-edit ${commit?.slice(0, 12)}`),
    });
    expect(stage.events("ship.undone")).toEqual([]);
    expect(stage.world.refs.get(trunk)).toBe(theirs);
  });

  test("is refused where the branch is checked out with changes", async () => {
    const stage = await shipped();
    stage.world.checkouts.set("trunk", { path: "/desk", clean: false });
    await expect(stage.performs("undo", "", undo)).rejects.toMatchObject({ code: "worktree.dirty" });
    stage.world.checkouts.set("trunk", { path: "/desk", clean: true });
    await stage.performs("undo", "", undo);
    expect(stage.events("ship.undone")).toHaveLength(1);
  });

  /** As a branch of its own, and the person wants it back. */
  async function branched(): Promise<FloorStage> {
    const stage = await asked({ type: "ship.requested", onto: "feature", how: "branch" });
    await stage.performs("ship", "", ship);
    stage.world.refs.delete(own);
    await stage.adds({ type: "undo.requested", shipped: shipmentOf(stage) });
    return stage;
  }

  test("does not remove a new branch that is checked out since", async () => {
    const stage = await branched();
    const { commit } = stage.events("session.shipped")[0] ?? {};
    stage.world.checkouts.set("feature", { path: "/desk", clean: true });
    await expect(stage.performs("undo", "", undo)).rejects.toMatchObject({
      code: "worktree.dirty",
      message: expect.stringContaining("checked out at /desk, so it cannot be removed"),
    });
    expect(stage.world.refs.get("refs/heads/feature")).toBe(commit);
    expect(stage.events("ship.undone")).toEqual([]);
  });

  test("does not remove a new branch that moves at that very moment", async () => {
    const stage = await branched();
    const context = stage.context("undo", "");
    if (!context) throw new Error("nobody wants it back");
    const deleteRef = async () => {
      stage.world.push("feature", { "late.txt": "late" });
      return "differs" as const;
    };
    await expect(
      undo({ ...context, workspace: { ...context.workspace, deleteRef } }, "s"),
    ).rejects.toMatchObject({
      code: "branch.moved",
      message: expect.stringContaining("has built on feature"),
    });
    expect(stage.events("ship.undone")).toEqual([]);
  });
});

test("a hook that refuses leaves everything as it was", async () => {
  const stage = await asked({ type: "ship.requested", onto: "trunk", how: "squash" });
  const was = stage.world.refs.get(trunk);
  stage.world.hook = () => {
    throw new Error("no ticket");
  };
  await expect(stage.performs("ship", "", ship)).rejects.toThrow("no ticket");
  expect(stage.world.refs.get(trunk)).toBe(was);
  expect(stage.events("effect.started").filter(({ kind }) => kind === "ship")).toEqual([]);
});
