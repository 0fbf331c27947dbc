import { describe, expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { asked, own, trunk } from "../../../test/support/handover-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import { setUp } from "../states/set-up.ts";
import { sync } from "./sync.ts";

describe("catching up", () => {
  const wish = { type: "sync.requested", branch: "refs/heads/trunk" } as const;
  const last = (stage: FloorStage) => stage.events("session.synced").at(-1);

  test("with nothing new changes nothing", async () => {
    const stage = await asked(wish);
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "nothing" });
    expect(stage.log.state.session.syncing).toBeUndefined();
  });

  test("into a conflict tells both sides, and takes what a person merged by hand", async () => {
    const stage = await asked(wish, { "a.txt": "theirs" });
    const { integration } = stage.log.state;
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "conflict" });
    expect(last(stage)?.why).toMatch(
      /conflicts with what has landed[\s\S]*a\.txt\n {4}here: [\s\S]*on refs\/heads\/trunk: /,
    );
    expect(stage.log.state.integration).toBe(integration);
    const mine = stage.world.merge(integration, stage.world.refs.get(trunk) ?? "");
    const { commitTree } = stage.world.open(1);
    const by = { author: { name: "p", email: "p" }, when: stage.log.now() };
    const parents = [integration, stage.world.refs.get(trunk) ?? ""];
    const commit = await commitTree({ tree: mine.tree, parents, message: "by hand", ...by });
    stage.world.refs.set(own, commit);
    await stage.adds(wish);
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "merged", commit });
  });

  test("takes nothing for a merge by hand that does not hold both sides", async () => {
    const stage = await asked(wish, { "a.txt": "theirs" });
    const { integration } = stage.log.state;
    const moved = stage.world.push("huddle/s/main", { "more.txt": "more" });
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "conflict" });
    expect(stage.log.state.integration).toBe(integration);
    expect(stage.world.refs.get(own)).toBe(moved);
  });

  test("judges what a person has merged by hand like any other merge", async () => {
    const stage = await asked(wish, { "theirs.txt": "theirs" });
    const { integration } = stage.log.state;
    const theirs = stage.world.refs.get(trunk) ?? "";
    const { tree } = stage.world.merge(integration, theirs);
    const by = { author: { name: "p", email: "p" }, when: stage.log.now() };
    const parents = [integration, theirs];
    const { commitTree } = stage.world.open(1);
    stage.world.refs.set(own, await commitTree({ tree, parents, message: "by hand", ...by }));
    stage.world.judge = () => false;
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "red" });
    expect(stage.log.state.integration).toBe(integration);
  });

  test("to red checks moves nothing", async () => {
    const stage = await asked(wish, { "theirs.txt": "theirs" });
    const was = stage.world.refs.get(own);
    stage.world.judge = () => false;
    await stage.performs("sync", "", sync);
    expect(last(stage)).toMatchObject({ how: "red", why: expect.stringContaining("the checks fail") });
    expect(stage.world.refs.get(own)).toBe(was);
  });

  test("before anything has landed goes on from there", async () => {
    const stage = await FloorStage.open([planned("t1")]);
    const at = stage.world.push("trunk", { "theirs.txt": "theirs" });
    await stage.adds(wish);
    await stage.performs("sync", "", sync);
    expect(stage.log.state).toMatchObject({ integration: at, session: { repo: { base: at } } });
    await stage.moves("t1", "dispatched");
    await stage.performs("setup", "t1", setUp);
    expect(stage.task("t1").base).toBe(at);
  });
});
