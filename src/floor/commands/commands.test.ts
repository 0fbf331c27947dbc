import { expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import { setUp } from "../states/set-up.ts";
import { commandsOf } from "./commands.ts";

test.each<[names: readonly string[], started: readonly string[], refused?: string]>([
  [[], ["quick"]],
  [["tests"], ["quick"]],
  [["slow"], ["slow"]],
  [
    ["tests", "slow"],
    ["quick", "slow"],
  ],
  [["lint"], [], "There is no check lint. There are: tests, slow."],
  [["tests", "lint", "types"], [], "There is no check lint or types. There are: tests, slow."],
])("of the checks %j, an author runs %j", async (names, started, refused) => {
  const checks = {
    quick: [{ name: "tests", run: "quick" }],
    full: [
      { name: "tests", run: "full" },
      { name: "slow", run: "slow" },
    ],
    timeoutMs: 9,
  };
  const stage = await FloorStage.open([planned("t1")], { checks });
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  const context = stage.context("coding", "t1");
  if (!context) throw new Error("t1 is not coded");
  const { worktree = "" } = stage.task("t1");
  const ended = await commandsOf(context, { worktree, base: stage.world.base, thread: "" }).check(names);
  expect(stage.world.started).toEqual(started);
  expect("kind" in ended ? ended.reason : undefined).toBe(refused);
});

test("whoever ends the wait for a command ends the command", async () => {
  const stage = await FloorStage.open([planned("t1")]);
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  const context = stage.context("coding", "t1");
  if (!context) throw new Error("t1 is not coded");
  const { worktree = "" } = stage.task("t1");
  const commands = commandsOf(context, { worktree, base: stage.world.base, thread: "" });
  const ended = AbortSignal.abort(new Error("broke in"));
  await expect(commands.until(ended).check([])).rejects.toThrow("broke in");
  await expect(commands.check([])).resolves.toMatchObject({ runs: [{}] });
});
