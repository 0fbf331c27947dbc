import type { TeamEvent } from "../../src/core/facts/events.ts";
import { land } from "../../src/floor/states/land.ts";
import { setUp } from "../../src/floor/states/set-up.ts";
import { testTask } from "../../src/floor/states/test-task.ts";
import { FloorStage } from "./floor-stage.ts";
import { planned } from "./plans.ts";

/** The person's branch, and that of the session. */
export const trunk = "refs/heads/trunk";
export const own = "refs/heads/huddle/s/main";

/** One task has landed. */
export async function landed(): Promise<FloorStage> {
  const stage = await FloorStage.open([planned("t1"), planned("t2")]);
  await stage.moves("t1", "dispatched");
  await stage.performs("setup", "t1", setUp);
  stage.writes("t1", { "a.txt": "a" });
  await stage.moves("t1", "done");
  await stage.performs("testing", "t1", testTask);
  await stage.moves("t1", "approved", "prepared");
  await stage.performs("land", "t1", land);
  return stage;
}

/** And then the person wants this, while their branch may have moved on. */
export async function asked(event: TeamEvent, push?: Readonly<Record<string, string>>): Promise<FloorStage> {
  const stage = await landed();
  if (push) stage.world.push("trunk", push);
  await stage.adds(event);
  return stage;
}
