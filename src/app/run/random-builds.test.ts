import { expect, test } from "vitest";
import { proveBuild } from "../../../test/support/random-build/prove.ts";

/** `npm run builds` plays as many as you like. */
const count = 60;

test("whatever team, checks, people and runners do, each build ends, waits for a person or fails with a reason", async () => {
  const moves = new Set<string>();
  for (let seed = 1; seed <= count; seed += 1)
    for (const move of (await proveBuild(seed)).moves) moves.add(move);
  const some = ["approval granted", "plan", "satisfied", "commented", "held", "given", "finished", "split"];
  expect(some.filter((move) => !moves.has(move))).toEqual([]);
  expect(moves.size).toBeGreaterThan(30);
});
