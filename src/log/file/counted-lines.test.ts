import { expect, test } from "vitest";
import { CountedLines } from "./counted-lines.ts";

test("every line keeps its place, however many come after it", () => {
  const lines = new CountedLines();
  for (let seq = 1; seq <= 5_000; seq += 1) lines.push(seq * 10, seq);
  expect(lines.length).toBe(5_000);
  for (const seq of [1, 1_024, 1_025, 2_048, 2_049, 5_000])
    expect(lines.placeOf(seq)).toEqual({ offset: seq * 10, size: seq });
  expect([lines.placeOf(0), lines.placeOf(5_001)]).toEqual([undefined, undefined]);
});
