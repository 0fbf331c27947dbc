import { expect, test } from "vitest";
import { isDoubtful, isLongWait, msUntil } from "./long-wait.ts";

const [minute, day] = [60_000, 86_400_000];
const now = new Date(0).toISOString();
const ahead = (ms: number) => new Date(ms).toISOString();

test("more than ten minutes is long", () => {
  expect([msUntil(ahead(5), now), msUntil(now, ahead(5))]).toEqual([5, -5]);
  expect([isLongWait(ahead(10 * minute), now), isLongWait(ahead(10 * minute + 1), now)]).toEqual([
    false,
    true,
  ]);
});

test("more than a month is hardly meant, nor is a wait that begins more than a minute from now", () => {
  const doubtful = (until: number, at: number) => isDoubtful({ until: ahead(until), at: ahead(at) }, now);
  expect([doubtful(31 * day, 0), doubtful(31 * day + 1, 0)]).toEqual([false, true]);
  expect([doubtful(0, minute), doubtful(0, minute + 1)]).toEqual([false, true]);
});
