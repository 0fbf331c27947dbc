import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../support/git-place.ts";
import { playWhole, walkOnce } from "../support/kill-walk.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";

test.each(["after", "before", "within"] as const)(
  "killed once at every point %s, a session comes to the same end",
  async (walk) => {
    const place = await emptyPlace();
    const expected = await playWhole(join(place, "whole"), miniRehearsal);
    const report = await walkOnce(join(place, "killed"), miniRehearsal, walk, expected);

    console.log(`${walk}: ${report.points.length} points, ${report.repeatedAttempts} repeated attempts`);
    expect(report).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
    expect(report.points.length).toBeGreaterThan(40);
  },
  120_000,
);
