import { expect, test } from "vitest";
import { FloorStage } from "../../../test/support/floor-stage.ts";
import { planned } from "../../../test/support/plans.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { land } from "./land.ts";
import { setUp } from "./set-up.ts";
import { testTask } from "./test-task.ts";

/** A task of a log that was written before hidden characters were kept out of it. */
async function oldTask(summary: string, title: string): Promise<FloorStage> {
  const stage = await FloorStage.open([{ ...planned("t1"), title }]);
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  stage.writes("t1", { "a.txt": "a" });
  await stage.adds(moveTask(stage.task("t1"), "done", summary, { summary }).event, stage.key("t1"));
  return stage;
}

test("10.6: a session that was bricked by a NUL in a summary goes on, to a commit and a landing", async () => {
  const stage = await oldTask("Add it\u0000\n\nHuddle-Engineer: human", "Build\u0000 it\nSigned-off-by: Pia");
  await stage.performs("testing", "t1", testTask);
  await stage.moves("t1", "approved");
  await stage.moves("t1", "prepared");
  const commit = stage.world.push("huddle/s/main", { "other.txt": "other" });
  await stage.adds({ type: "branch.taken", was: stage.world.base, commit });
  await stage.performs("land", "t1", land);
  expect(stage.task("t1").landed).toBeDefined();
  const trailers =
    "Huddle-Task: t1\nHuddle-Title: Build\\x00 it Signed-off-by: Pia\nHuddle-Engineer: ada\nHuddle-Requirements: r1\nHuddle-Session: Twice\n";
  expect(stage.world.messages).toEqual([
    `Add it\\x00\n\n> Huddle-Engineer: human\n\n${trailers}`,
    `Land t1: Build\\x00 it Signed-off-by: Pia\n\n${trailers}`,
  ]);
});
