import { expect, test } from "vitest";
import { taskStates, transitions, triggers } from "../../src/core/terms/task-machine.ts";
import { isInPart } from "../support/in-part.ts";
import { allWays } from "../support/ways/all-ways.ts";
import { playWay, walkWay } from "../support/ways/way.ts";

/** Moves that no way takes, each with the reason. */
const notTaken: Readonly<Record<string, string>> = {
  "SETUP blocked": "nothing makes this move",
  "BUDGET_REVIEW overdue": "nothing makes this move: a task that waits for a decision has no deadline",
  "DONE reverted":
    "a person takes back what has landed, after the build; revert.test.ts kills that everywhere",
  // git-lost.test.ts takes the commit away at each of these.
  "TESTING lost": "its commit is gone",
  "CODE_REVIEW lost": "its commit is gone",
  "PREPARE_MERGE lost": "its commit is gone",
  "AWAIT_MERGE lost": "its commit is gone",
};
/** One step makes this move, whatever the state. */
const fromAnywhere = ["held", "cancelled", "split"];

test("there is a way for each move of the table, or a reason why not", () => {
  const taken = new Set(allWays.flatMap((way) => Object.values(way.moves).flat()));
  const all = taskStates.flatMap((state) =>
    Object.keys(transitions[state]).map((move) => `${state} ${move}`),
  );
  const isMissing = (move: string) => !taken.has(move) && notTaken[move] === undefined;
  const missing = all
    .filter(isMissing)
    .filter((move) => !fromAnywhere.some((one) => move.endsWith(` ${one}`)));
  expect(missing).toEqual([]);
  expect([...taken].filter((move) => !all.includes(move))).toEqual([]);
  expect(Object.keys(notTaken).filter((move) => taken.has(move) || !all.includes(move))).toEqual([]);
  const shown = new Set([...taken].map((move) => move.split(" ")[1]));
  expect(triggers.filter((trigger) => !shown.has(trigger))).toEqual(["reverted"]);
});

/**
 * One way of three is killed, and of so many points one is taken; the others are played in peace.
 * `npm run killwalk -- --ways all` kills them all, at all points, in all three walks.
 */
const shares = { after: 8, before: 8, within: 40 } as const;
const walks = ["after", "before", "within"] as const;
const part = Number(process.env.HUDDLE_WALK_PART ?? Math.floor(Math.random() * 40));

test.each(allWays.map((way, index) => [way.name, way, index + part] as const))("%s", async (_, way, turn) => {
  if (turn % 3 !== 0) {
    await playWay(way);
    return;
  }
  const walk = walks[(turn / 3) % walks.length] ?? "after";
  const share = shares[walk];
  const found = await walkWay(way, { walk, isDeadly: (point) => isInPart(point, part % share, share) });
  const note = `${walk}, HUDDLE_WALK_PART=${part}, ${found.points.length} points`;
  expect(found, note).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
});
