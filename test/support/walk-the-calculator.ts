import { join } from "node:path";
import { expect } from "vitest";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { emptyPlace } from "./git-place.ts";
import { isInPart } from "./in-part.ts";
import { playWhole, walkOnce } from "./kill-walk.ts";
import type { Walk } from "./mortal.ts";
import { withRememberedTests } from "./quick-checks.ts";

/** Of so many points one is taken, another one in each run: `npm run killwalk` takes them all. */
const shares: Readonly<Record<Walk, number>> = { before: 3, after: 3, within: 6 };

/** One session, its runner killed once at many distinct points of this walk, compared with one that was left in peace. */
export async function walkTheCalculator(walk: Walk): Promise<void> {
  const rehearsal = withRememberedTests(await loadRehearsal("rehearsals/calculator"));
  const place = await emptyPlace();
  const expected = await playWhole(join(place, "whole"), rehearsal);
  const share = shares[walk];
  const part = Number(process.env.HUDDLE_WALK_PART ?? Math.floor(Math.random() * share));
  const report = await walkOnce(join(place, "killed"), rehearsal, walk, expected, (point) =>
    isInPart(point, part, share),
  );

  console.log(
    `${walk}: ${report.points.length} points (HUDDLE_WALK_PART=${part}), ${report.repeatedAttempts} requests repeated`,
  );
  expect(report).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
  expect(report.points.length).toBeGreaterThan(50);
}
