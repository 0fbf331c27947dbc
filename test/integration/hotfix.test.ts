import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

test("the command plans it, and says no where it cannot", async () => {
  const at = await providedHere({});
  const refused = async (...args: string[]) => {
    const { code, stderr } = await at.huddle(["do", "--hotfix", ...args]);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused("Mend it")).toContain("There is no session yet");
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  expect(await refused("Mend it", "--ship")).toContain("--ship is for work on its own");
  expect(await refused(" ")).toContain("Say what is to be done");
  expect(await at.json(["do", "--hotfix", "Mend it", "The sign is lost."])).toMatchObject({
    task: "t2",
    title: "Mend it",
    next: { command: "huddle run" },
  });
  expect((await at.huddle(["run"])).stdout).toContain("t2  takes it: Mend it");
  expect((await at.huddle(["ship"])).code).toBe(0);
  expect(await refused("Mend it")).toContain("This session is over");
});
