import { join } from "node:path";
import { expect, test } from "vitest";
import { compareTallies } from "../../src/cli/demo/tally.ts";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { emptyPlace } from "../support/git-place.ts";
import { outcomeOf, playWhole } from "../support/kill-walk.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { withRememberedTests } from "../support/quick-checks.ts";
import { playUnderFire, seeded } from "../support/random-kills.ts";
import { Theatre } from "../support/theatre.ts";

const seed = Number(process.env.HUDDLE_SEED ?? Date.now() % 1_000_000);

test("14 runners of the calculator are shot at random, and nothing is lost or doubled", async () => {
  await underFire(withRememberedTests(await loadRehearsal("rehearsals/calculator")), 14);
}, 180_000);

test("12 runners are shot at random in a repository of 5,000 files and restarted at once", async () => {
  const filler = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`data/${index % 50}/${index}.txt`, `${index}\n`]),
  );
  const { repository } = miniRehearsal;
  await underFire(
    { ...miniRehearsal, repository: { ...repository, files: { ...repository.files, ...filler } } },
    12,
  );
}, 180_000);

/** One session after the other until so many runners have been shot: on a quick machine one is over before. */
async function underFire(rehearsal: Rehearsal, kills: number): Promise<void> {
  const place = await emptyPlace();
  const expected = await playWhole(join(place, "whole"), rehearsal);
  const random = seeded(seed);
  let shot = 0;
  for (let session = 1; shot < kills; session += 1) {
    const theatre = new Theatre(join(place, `shot ${session}`), rehearsal);
    await theatre.open();
    shot += await playUnderFire(theatre, rehearsal.name, kills - shot, random);
    const found = await outcomeOf(theatre);

    console.log(
      `seed ${seed}: ${shot} runners of ${rehearsal.name} shot so far, ${found.tally.attempts} requests repeated`,
    );
    expect(compareTallies(expected.tally, found.tally)).toEqual({ lost: [], doubled: [] });
    expect(found.tree).toBe(expected.tree);
    expect(found.commits).toEqual(expected.commits);
  }
}
