import { join } from "node:path";
import { expect } from "vitest";
import { loadRehearsal } from "../../src/model/rehearsal/load-rehearsal.ts";
import { emptyPlace } from "./git-place.ts";
import { playWhole, walkOnce } from "./kill-walk.ts";
import type { Walk } from "./mortal.ts";
import { withRememberedTests } from "./quick-checks.ts";

/**
 * One session, its runner killed once at every distinct point of this walk, compared with one that was left in peace.
 * Within, that is every fourth point: `npm run killwalk` takes them all.
 */
export async function walkTheCalculator(walk: Walk): Promise<void> {
  const rehearsal = withRememberedTests(await loadRehearsal("rehearsals/calculator"));
  const place = await emptyPlace();
  const expected = await playWhole(join(place, "whole"), rehearsal);
  const report = await walkOnce(
    join(place, "killed"),
    rehearsal,
    walk,
    expected,
    walk === "within" ? isFourth : undefined,
  );

  console.log(`${walk}: ${report.points.length} points, ${report.repeatedAttempts} requests repeated`);
  expect(report).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
  expect(report.points.length).toBeGreaterThan(walk === "within" ? 75 : 150);
}

/** By its name alone, so that every run takes the same points. */
function isFourth(place: string): boolean {
  return [...place].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % 4 === 0;
}
