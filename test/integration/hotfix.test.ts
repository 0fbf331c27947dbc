import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

const over =
  "This session is over. To go on with it: huddle reopen <session>. To take back what was shipped last first: huddle ship --undo. To start another: huddle new";
/** What changes nothing any more. */
const inVain = [
  ...["take", "give", "land", "retry", "cancel", "split"].map((act) => ["task", act, "t2"]),
  ["task", "cancel", "t2", "--revert"],
  ["task", "comment", "t2", "a.js:1", "Shorter."],
  ["task", "unblock", "t2", "-m", "Go on."],
  ["assign", "t2", "ada"],
  ["say", "Shorter."],
  ["advance"],
  ["back", "planning"],
];

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
  expect(await refused("Mend it")).toContain(over);
  for (const typed of inVain)
    expect([typed, (await at.huddle(typed)).stderr]).toEqual([typed, `huddle: ${over}\n`]);
});
