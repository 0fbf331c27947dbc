import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRehearsal } from "../../src/model/load-rehearsal.ts";
import { emptyPlace } from "../support/git-place.ts";
import { playWhole, walkOnce } from "../support/kill-walk.ts";

test.each(["after", "before", "within"] as const)(
  "killed once at every point %s, the calculator comes to the same end",
  async (walk) => {
    const rehearsal = await loadRehearsal("rehearsals/calculator");
    const place = await emptyPlace();
    const expected = await playWhole(join(place, "whole"), rehearsal);
    const report = await walkOnce(join(place, "killed"), rehearsal, walk, expected);

    console.log(`${walk}: ${report.points.length} points, ${report.repeatedAttempts} requests repeated`);
    expect(report).toMatchObject({ lost: [], doubled: [], sameTree: true, sameCommits: true });
    expect(report.points.length).toBeGreaterThan(200);
  },
  240_000,
);
