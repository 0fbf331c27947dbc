import { expect, test } from "vitest";
import { inSlots } from "./in-turn.ts";
import { usualChecksAtOnce } from "./sandbox-here.ts";

test.each([1, 2, 3])("never more than %i at once, in order, also after one failed", async (most) => {
  let running = 0;
  let peak = 0;
  const began: number[] = [];
  const work = (at: number) =>
    inSlots(`most ${most}`, most, async () => {
      began.push(at);
      running += 1;
      peak = Math.max(peak, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (at % 2 === 0) throw new Error("no");
    }).catch(() => {});
  await Promise.all(Array.from({ length: 9 }, (_, at) => work(at)));
  await work(9);
  expect(peak).toBe(most);
  expect(began).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test.each([
  [2, 16, 2],
  [16, 8, 4],
  [16, 1, 1],
  [1, 64, 1],
])("with %i cores and %i GB of memory, %i checks run at once", (cores, gigabytes, most) => {
  expect(usualChecksAtOnce(cores, gigabytes * 1024 ** 3)).toBe(most);
});
