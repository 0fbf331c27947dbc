import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadRehearsal } from "../src/model/rehearsal/load-rehearsal.ts";
import type { Rehearsal } from "../src/model/rehearsal/rehearsal-script.ts";
import { playWhole, type WalkReport, walkFull, walkOnce } from "./support/kill-walk.ts";
import { miniRehearsal } from "./support/mini-rehearsal.ts";
import type { Walk } from "./support/mortal.ts";
import { withRememberedTests } from "./support/quick-checks.ts";
import { underFire } from "./support/random-kills.ts";
import { allWays } from "./support/ways/all-ways.ts";
import { walkWay } from "./support/ways/way.ts";

const usage = `npm run killwalk -- [--full] [--rehearsal mini|calculator] [--walk after|before|within]
npm run killwalk -- --ways all|<words> [--walk after|before|within]
npm run killwalk -- --shots <count> [--rehearsal workshop|calculator|mini] [--seed <number>]

Plays a rehearsal and kills its runner at every distinct point, once: after each append, before it with its effects done, and
around each git command, check, temporary write and rename. --full plays a fresh session for every point. --ways plays the
small sessions instead that take each way through the table of a task's states: all, or those whose names hold the words.
--shots plays in real processes, shoots so many of them at random moments, and has a person take tasks meanwhile.
`;

const { values } = parseArgs({
  options: {
    full: { type: "boolean" },
    rehearsal: { type: "string", default: "calculator" },
    walk: { type: "string" },
    ways: { type: "string" },
    shots: { type: "string" },
    seed: { type: "string" },
    help: { type: "boolean" },
  },
});
if (values.help) process.stdout.write(usage);
else process.exitCode = (await main()) ? 0 : 1;

async function main(): Promise<boolean> {
  const walks = (["after", "before", "within"] as const).filter(
    (walk) => values.walk === undefined || values.walk === walk,
  );
  const place = await mkdtemp(join(tmpdir(), "huddle-walk-"));
  try {
    if (values.ways !== undefined) return await walkWays(values.ways, walks, place);
    const played =
      values.rehearsal === "mini" ? miniRehearsal : await loadRehearsal(join("rehearsals", values.rehearsal));
    const rehearsal = withRememberedTests(played, join(place, "remembered"));
    if (values.shots !== undefined) return await shoot(rehearsal, Number(values.shots), place);
    const expected = await playWhole(join(place, "whole"), rehearsal);
    let good = walks.length > 0;
    for (const walk of walks) {
      const started = performance.now();
      const reports = values.full
        ? walkFull(join(place, walk), rehearsal, walk, expected)
        : once(join(place, walk), walk);
      let points = 0;
      for await (const report of reports) {
        points += report.points.length;
        good = tell(report) && good;
      }
      console.log(
        `${walk.padEnd(7)} ${points} points in ${((performance.now() - started) / 1000).toFixed(1)} s`,
      );
    }
    return good;

    async function* once(folder: string, walk: Walk): AsyncIterable<WalkReport> {
      yield await walkOnce(folder, rehearsal, walk, expected);
    }
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function walkWays(words: string, walks: readonly Walk[], place: string): Promise<boolean> {
  const ways = allWays.filter(({ name }) => words === "all" || name.includes(words));
  let good = ways.length > 0;
  let points = 0;
  for (const way of ways) {
    console.log(way.name);
    for (const walk of walks) {
      try {
        const found = await walkWay(way, { walk, place: () => mkdtemp(join(place, "way-")) });
        points += found.points.length;
        good = tell(found) && good;
      } catch (error) {
        console.log(`${walk}: ${error instanceof Error ? error.message : String(error)}`);
        good = false;
      }
    }
  }
  console.log(`${ways.length} ways, ${points} kills: ${good ? "all holds" : "WRONG"}`);
  return good;
}

async function shoot(rehearsal: Rehearsal, kills: number, place: string): Promise<boolean> {
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  let good = true;
  let held = 0;
  for await (const found of underFire(rehearsal, { kills, seed, holds: true, place })) {
    held += found.held;
    console.log(`seed ${seed}: ${found.shot} runners shot, ${held} tasks held by a person meanwhile`);
    good = tell({ walk: "shots", points: [], ...found }) && good;
  }
  return good;
}

type Told = Omit<WalkReport, "walk"> & { readonly walk: Walk | "shots" };

/** Prints what differs. True: nothing does. */
function tell({ walk, points, lost, doubled, sameTree, sameCommits, repeatedAttempts }: Told): boolean {
  const good = lost.length === 0 && doubled.length === 0 && sameTree && sameCommits;
  if (!values.full || !good) {
    console.log(
      `${walk}: ${lost.length} lost, ${doubled.length} doubled, tree ${sameTree ? "equal" : "DIFFERS"}, commits ${sameCommits ? "equal" : "DIFFER"}, ${repeatedAttempts} repeated attempts`,
    );
  }
  if (!good)
    console.log(
      [
        ...lost.map((one) => `  lost ${one}`),
        ...doubled.map((one) => `  doubled ${one}`),
        ...points.slice(-3).map((one) => `  near ${one}`),
      ].join("\n"),
    );
  return good;
}
