import { describe, expect, test } from "vitest";
import { atEveryPoint, FloorStage } from "../../test/support/floor-stage.ts";
import { planned } from "../../test/support/plans.ts";
import { ship } from "./ship/ship.ts";
import { land } from "./states/land.ts";
import { setUp } from "./states/set-up.ts";
import { testTask } from "./states/test-task.ts";

/** One effect of building: how a scene comes to it, who performs it, and how it looks when it has happened once. */
interface Act {
  readonly until: (stage: FloorStage) => Promise<void>;
  readonly act: (stage: FloorStage, life?: number) => Promise<boolean>;
  readonly dies: (stage: FloorStage, life: number) => Promise<boolean>;
  /** The branch it moves. */
  readonly ref?: string;
  readonly happened: (stage: FloorStage) => void;
}

const integration = "refs/heads/huddle/s/main";
const branch = "refs/heads/huddle/s/t1";
const target = "refs/heads/trunk";

async function coded(stage: FloorStage): Promise<void> {
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  stage.writes("t1", { "a.txt": "a" });
}

async function done(stage: FloorStage): Promise<void> {
  await coded(stage);
  await stage.moves("t1", "done");
}

async function approved(stage: FloorStage): Promise<void> {
  await done(stage);
  await stage.performs("testing", "t1", testTask);
  await stage.moves("t1", "approved");
  await stage.moves("t1", "prepared");
  // Something else has landed meanwhile, so there is something to merge.
  const commit = stage.world.push("huddle/s/main", { "other.txt": "other" });
  await stage.adds({ type: "branch.taken", was: stage.world.base, commit });
}

/** Everything has landed, and trunk has moved on meanwhile. */
async function landed(stage: FloorStage): Promise<void> {
  await approved(stage);
  await stage.performs("land", "t1", land);
  stage.world.push("trunk", { "theirs.txt": "theirs" });
  await stage.adds({ type: "ship.requested", onto: "trunk", how: "fast-forward" });
}

const last = (stage: FloorStage) => stage.events("task.moved").at(-1)?.trigger;
const parentsOf = (stage: FloorStage, ref: string) =>
  stage.world.commits.get(stage.world.refs.get(ref) ?? "")?.parents;

const acts: Readonly<Record<"setup" | "testing" | "land" | "ship", Act>> = {
  setup: {
    until: (stage) => stage.moves("t1", "dispatched"),
    act: (stage, life) => stage.performs("setup", "t1", setUp, life),
    dies: (stage, life) => stage.dies("setup", "t1", setUp, life),
    happened: (stage) => {
      expect(last(stage)).toBe("ready");
      expect(stage.world.worktrees.has(stage.task("t1").worktree ?? "")).toBe(true);
    },
  },
  testing: {
    until: done,
    act: (stage, life) => stage.performs("testing", "t1", testTask, life),
    dies: (stage, life) => stage.dies("testing", "t1", testTask, life),
    ref: branch,
    happened: (stage) => {
      expect(last(stage)).toBe("passed");
      expect(stage.world.refs.get(branch)).toBe(stage.task("t1").commit);
      expect(parentsOf(stage, branch)).toEqual([stage.task("t1").base]);
    },
  },
  land: {
    until: approved,
    act: (stage, life) => stage.performs("land", "t1", land, life),
    dies: (stage, life) => stage.dies("land", "t1", land, life),
    ref: integration,
    happened: (stage) => {
      expect(last(stage)).toBe("landed");
      expect(stage.world.refs.get(integration)).toBe(stage.log.state.integration);
      expect(parentsOf(stage, integration)).toEqual([
        stage.events("branch.taken")[0]?.commit,
        stage.task("t1").commit,
      ]);
      expect(stage.events("task.landed")).toHaveLength(1);
    },
  },
  ship: {
    until: landed,
    act: (stage, life) => stage.performs("ship", "", ship, life),
    dies: (stage, life) => stage.dies("ship", "", ship, life),
    ref: target,
    happened: (stage) => {
      const [shipped, ...more] = stage.events("session.shipped");
      expect(more).toEqual([]);
      expect(stage.world.refs.get(target)).toBe(shipped?.commit);
      expect(parentsOf(stage, target)).toEqual([shipped?.was, stage.log.state.integration]);
      expect(stage.world.filesOf(shipped?.commit ?? "")).toMatchObject({
        "a.txt": "a",
        "theirs.txt": "theirs",
      });
    },
  },
};

const kinds = { setup: "worktree", testing: "commit", land: "land", ship: "ship" } as const;
const names = ["setup", "testing", "land", "ship"] as const;
const moving = ["testing", "land", "ship"] as const;

/** A scene before its effect. `refBefore`: where its branch stood. */
async function scene(name: keyof typeof acts) {
  const stage = await FloorStage.open([planned("t1")]);
  await acts[name].until(stage);
  const ref = acts[name].ref;
  return { stage, act: acts[name], refBefore: ref && stage.world.refs.get(ref), ref };
}

const begun = (stage: FloorStage, name: keyof typeof acts) =>
  stage.events("effect.started").filter(({ kind }) => kind === kinds[name]);
const givenUp = (stage: FloorStage) => stage.events("effect.settled").filter(({ failed }) => failed);

const isWanted = (stage: FloorStage, name: keyof typeof acts) =>
  stage.context(name, name === "ship" ? "" : "t1") !== undefined;

/** What the next runner finds wanted, it does. What it throws is told. */
async function goesOn(stage: FloorStage, name: keyof typeof acts): Promise<unknown> {
  if (!isWanted(stage, name)) return undefined;
  return acts[name].act(stage).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(names)("10.41: %s, killed at every point", (name) => {
  test("happens once", async () => {
    const points = await atEveryPoint(async (life) => {
      const { stage, act } = await scene(name);
      const died = await act.act(stage, life);
      act.happened(stage);
      expect(begun(stage, name)).toHaveLength(1);
      expect(givenUp(stage)).toEqual([]);
      return died;
    });
    expect(points).toBeGreaterThan(2);
  });

  test("and killed again in each later life, it happens once", async () => {
    await atEveryPoint(async (life) => {
      const { stage, act } = await scene(name);
      const died = await act.dies(stage, life);
      for (let later = life; later < life + 3; later += 1)
        if (isWanted(stage, name)) await act.dies(stage, later);
      expect(await goesOn(stage, name)).toBeUndefined();
      act.happened(stage);
      expect(begun(stage, name)).toHaveLength(1);
      return died;
    });
  });

  test("with all trees collected that nothing holds, it happens once", async () => {
    await atEveryPoint(async (life) => {
      const { stage, act } = await scene(name);
      const died = await act.dies(stage, life);
      const { trees, refs, commits } = stage.world;
      const held = new Set([...refs.values(), ...[...commits.values()].map(({ tree }) => tree)]);
      for (const tree of trees.keys()) if (!held.has(tree)) trees.delete(tree);
      expect(await goesOn(stage, name)).toBeUndefined();
      act.happened(stage);
      return died;
    });
  });
});

describe.each(moving)("10.41: %s, killed, and the checks of the next runner", (name) => {
  test.each([
    ["are red", false],
    ["cannot start", true],
  ] as const)("%s: what the branch has stays, and nothing else comes to it", async (_, breaks) => {
    const played = new Set<boolean>();
    await atEveryPoint(async (life) => {
      const { stage, act, ref = "", refBefore } = await scene(name);
      const died = await act.dies(stage, life);
      if (!died) return false;
      // Only its checkout was left to be removed.
      if (name === "testing" && last(stage) === "passed") return true;
      const moved = stage.world.refs.get(ref) !== refBefore;
      played.add(moved);
      stage.world.judge = () => false;
      if (breaks) stage.world.breaks = () => "no such program";
      const fault = await goesOn(stage, name);
      if (name === "testing") {
        // A commit claims nothing: it is made before it is checked.
        expect(last(stage)).toBe(breaks ? "broken" : "failed");
        expect(stage.world.refs.get(ref)).toBe(stage.task("t1").commit);
      } else if (moved) {
        expect(fault).toBeUndefined();
        act.happened(stage);
      } else {
        expect(stage.world.refs.get(ref)).toBe(refBefore);
        expect([...stage.events("task.landed"), ...stage.events("session.shipped")]).toHaveLength(
          name === "ship" ? 1 : 0,
        );
        if (name === "land") expect(last(stage)).toBe(breaks ? "broken" : "red");
        else expect(fault).toMatchObject({ code: breaks ? "checks.broken" : "checks.failed" });
      }
      return died;
    });
    expect(played).toEqual(new Set([false, true]));
  });
});

/** What comes between the kill and the next runner, so that the recorded plan no longer fits. */
const outruns: readonly {
  readonly name: keyof typeof acts;
  readonly what: string;
  readonly meanwhile: (stage: FloorStage) => void;
  readonly fault?: string;
}[] = [
  {
    name: "ship",
    what: "trunk has moved on again",
    meanwhile: (stage) => void stage.world.push("trunk", { "more.txt": "more" }),
  },
  {
    name: "ship",
    what: "trunk has moved on into a conflict",
    meanwhile: (stage) => void stage.world.push("trunk", { "a.txt": "other" }),
    fault: "merge.conflict",
  },
  {
    name: "testing",
    what: "the tree is gone, and its worktree was changed",
    meanwhile: (stage) => {
      const tree = stage.events("effect.started").findLast(({ kind }) => kind === "commit")?.input.tree;
      stage.world.trees.delete(String(tree));
      stage.writes("t1", { "a.txt": "b" });
    },
  },
];

describe.each(outruns)("10.41: $name, begun, killed, and $what", ({ name, meanwhile, fault }) => {
  test("the plan is given up once, and the new one happens once or not at all, killed at every point", async () => {
    await atEveryPoint(async (life) => {
      const { stage, act, ref = "", refBefore } = await scene(name);
      await killedAfterBegin(stage, name);
      meanwhile(stage);
      const there = stage.world.refs.get(ref);
      let died = false;
      let thrown: unknown;
      try {
        died = await act.dies(stage, life);
      } catch (error) {
        thrown = error;
      }
      if (died) thrown = await goesOn(stage, name);
      if (fault !== undefined) {
        expect(thrown).toMatchObject({ code: fault });
        expect(stage.world.refs.get(ref)).toBe(there);
        return died;
      }
      expect(thrown).toBeUndefined();
      act.happened(stage);
      expect(stage.world.refs.get(ref)).not.toBe(refBefore);
      expect(begun(stage, name)).toHaveLength(2);
      expect(givenUp(stage)).toHaveLength(1);
      return died;
    });
  });
});

/** A runner that dies in the deed just after the intent, before it has changed anything else. */
async function killedAfterBegin(stage: FloorStage, name: keyof typeof acts): Promise<void> {
  for (let life = 0; begun(stage, name).length === 0; life += 1)
    expect(await acts[name].dies(stage, life)).toBe(true);
}

describe("10.41: planned anew after a kill", () => {
  const again = (title: string) => [{ ...planned("t1"), title }];

  test.each(["setup", "testing", "land"] as const)(
    "%s: what was begun for the old plan is no longer done, and the new one lands",
    async (name) => {
      await atEveryPoint(async (life) => {
        const { stage, act, ref = "", refBefore } = await scene(name);
        const died = await act.dies(stage, life);
        // A branch that has moved is settled before a person can plan anew.
        if (!died || stage.world.refs.get(ref) !== refBefore) return died;
        await stage.plans(again("Build it otherwise"));
        expect(stage.task("t1")).toMatchObject({ attempt: 2, state: "WAITING", commit: undefined });
        expect(stage.log.state.effects).toEqual({});
        await approved(stage);
        await stage.performs("land", "t1", land);
        expect(stage.events("task.landed")).toHaveLength(1);
        expect(stage.world.refs.get(integration)).toBe(stage.log.state.integration);
        expect(stage.world.messages.at(-1)).toContain("Build it otherwise");
        return died;
      });
    },
  );

  test("twice: the third try starts where nothing of the first two is in its way", async () => {
    await atEveryPoint(async (life) => {
      const stage = await FloorStage.open([planned("t1")]);
      await done(stage);
      await stage.performs("testing", "t1", testTask);
      const first = stage.task("t1").commit;
      await stage.plans(again("Build it otherwise"));
      expect(stage.log.state.past.t1).toEqual({ attempt: 1, commit: first });
      await stage.moves("t1", "dispatched");
      const died = await stage.dies("setup", "t1", setUp, life);
      await stage.plans(again("Build it a third way"));
      // The second try made no commit, so the branch is still where the first one left it.
      expect(stage.log.state.past.t1).toEqual({ attempt: 2, commit: first });
      await done(stage);
      await stage.performs("testing", "t1", testTask);
      expect(stage.task("t1")).toMatchObject({ attempt: 3, state: "CODE_REVIEW" });
      expect(stage.world.refs.get(branch)).toBe(stage.task("t1").commit);
      return died;
    });
  });
});

test("10.41: what was shipped into a checkout before a kill stays shipped, also when somebody works there by now", async () => {
  await atEveryPoint(async (life) => {
    const { stage, refBefore } = await scene("ship");
    stage.world.checkouts.set("trunk", { path: "/desk", clean: true });
    const died = await acts.ship.dies(stage, life);
    if (died) stage.world.checkouts.set("trunk", { path: "/desk", clean: false });
    const isMoved = stage.world.refs.get(target) !== refBefore;
    const fault = await goesOn(stage, "ship");
    if (isMoved) acts.ship.happened(stage);
    else expect(stage.world.refs.get(target)).toBe(refBefore);
    expect(fault).toEqual(isMoved ? undefined : expect.objectContaining({ code: "worktree.dirty" }));
    return died;
  });
});
