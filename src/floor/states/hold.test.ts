import { expect, test } from "vitest";
import { atEveryPoint, FloorStage } from "../../../test/support/floor-stage.ts";
import { hold } from "./hold.ts";

async function wantsHold(...triggers: Parameters<FloorStage["moves"]>[1][]): Promise<FloorStage> {
  const stage = await FloorStage.open();
  await stage.moves("t1", ...triggers);
  await stage.adds({ type: "hold.requested", task: "t1" });
  return stage;
}

test("a task that nobody has begun gets a worktree, wherever the runner dies", async () => {
  const points = await atEveryPoint(async (life) => {
    const stage = await wantsHold();
    const died = await stage.performs("hold", "t1", hold, life);
    expect(stage.task("t1")).toMatchObject({ state: "HELD", takenAs: expect.stringMatching(/^tree-/) });
    expect(stage.task("t1")).toMatchObject({ holding: undefined, base: stage.world.base });
    expect(stage.events("task.moved")).toHaveLength(1);
    expect([...stage.world.worktrees.keys()].filter((name) => name.startsWith("t1."))).toContain(
      stage.task("t1").worktree,
    );
    return died;
  });
  expect(points).toBeGreaterThan(4);
});

test("one that is at work keeps its worktree; its conversation is closed, and what it had open is settled", async () => {
  const stage = await wantsHold("dispatched");
  // Being prepared: nothing has begun in git, so the worktree is made by the hold.
  await stage.performs("hold", "t1", hold);
  const { worktree = "" } = stage.task("t1");
  await stage.moves("t1", "given");
  await stage.adds({
    type: "thread.opened",
    name: "coding/t1.1",
    seat: "ada",
    purpose: "coding",
    task: "t1",
    charter: "c",
  });
  await stage.adds({ type: "loop.opened", thread: "coding/t1.1", terminal: "done", asks: 8 });
  const loop = `l${stage.log.state.head}`;
  await stage.adds({
    type: "model.asked",
    loop,
    ask: 1,
    attempt: 1,
    model: "m",
    renderer: 1,
    hash: "h",
    bytes: 1,
  });
  const call = { call: "c1", tool: "write_file", input: {} };
  const asked = stage.log.state.head;
  await stage.adds({ type: "model.replied", asked, loop, ask: 1, text: "", calls: [call], finish: "tools" });
  await stage.adds({ type: "loop.paused", loop, on: "budget", scope: "session", why: "it is used up" });
  stage.writes("t1", { "half.txt": "half\n" });
  await stage.adds({ type: "hold.requested", task: "t1" });
  await stage.performs("hold", "t1", hold);
  expect(stage.task("t1")).toMatchObject({ state: "HELD", worktree });
  expect(stage.events("tool.settled")).toMatchObject([{ failed: true, refused: "late" }]);
  expect(stage.events("loop.closed")).toMatchObject([{ outcome: "stopped" }]);
  await stage.moves("t1", "given");
  // A closed conversation waits for nothing.
  expect(stage.context("coding", "t1")).toBeDefined();
});

test("what has begun in git is settled first, and a worktree that is gone is made again", async () => {
  const stage = await FloorStage.open();
  await stage.moves("t1", "dispatched");
  const key = stage.key("t1");
  await stage.adds(
    { type: "effect.started", kind: "worktree", task: "t1", input: { commit: stage.world.base } },
    key,
  );
  const effect = `e${stage.log.state.head}`;
  await stage.adds({ type: "hold.requested", task: "t1" });
  expect(stage.context("hold", "t1")).toBeUndefined();
  expect(stage.context("setup", "t1")).toBeDefined();
  await stage.adds({ type: "effect.settled", effect, failed: false, text: "", path: "t1.gone" }, key);
  await stage.performs("hold", "t1", hold);
  expect(stage.task("t1").worktree).not.toBe("t1.gone");
});
