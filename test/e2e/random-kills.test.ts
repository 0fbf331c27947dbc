import { expect, test } from "vitest";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { emptyPlace } from "../support/git-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { withRememberedTests } from "../support/quick-checks.ts";
import { underFire } from "../support/random-kills.ts";

const seed = Number(process.env.HUDDLE_SEED ?? Date.now() % 1_000_000);

test("14 runners of the calculator are shot at random, and nothing is lost or doubled", async () => {
  await shoot(withRememberedTests(await loadRehearsal("rehearsals/calculator")), 14);
}, 180_000);

test("6 runners of the workshop are shot at random while a person takes tasks, and nothing is lost or doubled", async () => {
  await shoot(withRememberedTests(await loadRehearsal("rehearsals/workshop")), 6, true);
}, 180_000);

test("12 runners are shot at random in a repository of 5,000 files and restarted at once", async () => {
  const filler = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`data/${index % 50}/${index}.txt`, `${index}\n`]),
  );
  const { repository } = miniRehearsal;
  await shoot(
    { ...miniRehearsal, repository: { ...repository, files: { ...repository.files, ...filler } } },
    12,
  );
}, 180_000);

async function shoot(rehearsal: Rehearsal, kills: number, holds = false): Promise<void> {
  let shot = 0;
  for await (const found of underFire(rehearsal, { kills, seed, holds, place: await emptyPlace() })) {
    ({ shot } = found);
    console.log(
      `seed ${seed}: ${shot} runners of ${rehearsal.name} shot so far, ${found.repeatedAttempts} requests repeated`,
    );
    expect(found).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
  }
  expect(shot).toBe(kills);
}
