import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import type { TreeCommand } from "../../src/cli/help/command-tree.ts";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";
import { typedCommands } from "../support/typed-commands.ts";

/** A session that is shipped: nothing of it is left but its log and what stands beside it. */
const shipped = keptPlace(async (): Promise<Desk> => {
  const at = await deskHere(miniRehearsal.repository.files);
  await playTo(at, miniRehearsal, "ship");
  expect((await at.huddle(["ship"])).code).toBe(0);
  return at;
});

/** How each command that only looks is typed here. */
const looking: Readonly<Record<string, readonly (readonly string[])[]>> = {
  huddle: [[]],
  "huddle groom list": [[]],
  "huddle inbox": [[]],
  "huddle approve": [[]],
  "huddle budget": [[]],
  "huddle status": [[]],
  "huddle show": [
    [],
    ["--all"],
    ["--events"],
    ["t1"],
    ["decisions"],
    ["scope"],
    ["tasks"],
    ["approach"],
    ["review"],
    ["trace"],
    ["trace", "r1"],
  ],
  "huddle diff": [[], ["--stat"], ["t1"], ["t1", "--stat"], ["t1", "--work"]],
  "huddle log": [[], ["t1"]],
  "huddle cost": [[], ["--requests"]],
  "huddle tasks": [[]],
  "huddle sessions": [[], ["--all"]],
  "huddle use": [[], ["--none"]],
  "huddle task": [["t1"]],
  "huddle task open": [["t1"]],
  "huddle trust": [[]],
  "huddle completion": [["bash"]],
  "huddle debug prompt": [["12"]],
  "huddle debug prompts": [[]],
  "huddle debug replay": [[]],
  "huddle model": [[]],
  "huddle model list": [[]],
  "huddle help": [[], ["budgets"], ["diff"]],
  "huddle doctor": [[]],
  // They change nothing here: the session is over.
  ...Object.fromEntries(
    [
      ["ship", []],
      ["sync", []],
      ["advance", []],
      ["say", ["hello"]],
      ["back", ["planning"]],
      ["assign", ["t1", "ada"]],
      ["meeting", ["short"]],
      ["edit", ["scope"]],
      ["reply", ["q1", "yes"]],
      ["run", ["--dry-run"]],
      ["task take", ["t1"]],
      ["task give", ["t1"]],
      ["task comment", ["t1", "Why?"]],
      ["task unblock", ["t1"]],
      ["task retry", ["t1"]],
      ["task split", ["t1"]],
      ["task land", ["t1"]],
      ["task cancel", ["t1"]],
      ["drop", ["twice"]],
    ].map(([name, typed]) => [`huddle ${name}`, [typed]]),
  ),
};

/** They begin or make something, whatever is over. */
const making = [
  "huddle demo",
  "huddle init",
  "huddle new",
  "huddle do",
  "huddle groom",
  "huddle groom continue",
  "huddle groom show",
  "huddle groom promote",
  "huddle model set",
  "huddle model check",
  "huddle reopen",
  "huddle debug",
  "huddle debug clean",
];

function namesOf({ name, parts }: TreeCommand, above = ""): readonly string[] {
  const whole = `${above}${name}`;
  return [whole, ...parts.flatMap((part) => namesOf(part, `${whole} `))];
}

test("every command is known as one that looks or as one that makes something", () => {
  const known = [...Object.keys(looking), ...making];
  expect([...known].sort()).toEqual([...namesOf(typedCommands())].sort());
});

test("looking at a session that is over makes no file and no folder", async () => {
  const at = await shipped();
  // Git leaves an empty folder where the doctor has it prepare a branch and take that back.
  const everything = async () =>
    (await readdir(at.root, { recursive: true }))
      .filter((path) => !path.includes("heads/huddle/") && !path.endsWith("heads/huddle"))
      .sort();
  const before = await everything();
  for (const [name, all] of Object.entries(looking))
    for (const typed of all) {
      const line = [...name.split(" ").slice(1), ...typed];
      const { stderr } = await at.huddle(line);
      expect(stderr, line.join(" ")).not.toContain("This should not happen");
      expect(await everything(), line.join(" ")).toEqual(before);
    }
  expect(before.filter((path) => path.startsWith(".local/state/huddle/worktrees/"))).toEqual([]);
});
