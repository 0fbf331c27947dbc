import { describe, expect, test } from "vitest";
import { HandClock } from "../../../test/support/hand-clock.ts";
import type { Limits } from "../endpoint.ts";
import { allowedTime } from "./allowed-time.ts";
import { Deadline } from "./deadline.ts";

const limits: Limits = { concurrency: 1, firstByteMs: 290_000, idleMs: 120_000 };
const asking = { bytes: 40_000, maxOutput: 4_000 };
const minute = 60_000;

/** A reply that comes evenly: so many tokens a second, four characters each. */
async function write(perSecond: number, tokens: number, given = limits, speed = {}) {
  const clock = new HandClock();
  const deadline = new Deadline(
    clock,
    allowedTime(given, { ...asking, speed }),
    new AbortController().signal,
  );
  for (let token = 0; token < tokens && !deadline.ended; token++) {
    await clock.pass(1000 / perSecond);
    deadline.alive();
    deadline.wrote(4);
  }
  deadline.close();
  return deadline.ended;
}

describe("10.26: an attempt that is still writing is not cut off", () => {
  test.each([
    ["2 tokens a second, 33 minutes", 2],
    ["1 token a second, more than an hour", 1],
    ["a token in five seconds, more than five hours", 0.2],
  ])("%s", async (_, perSecond) => {
    expect(await write(perSecond, asking.maxOutput)).toBeUndefined();
  });

  test("but one that never ends is, at twice what the tokens asked for take", async () => {
    expect(await write(2, 12_000)).toMatchObject({
      timeout: "did not finish within 67 min",
      setting: "totalSeconds",
    });
  });

  test("and so is a word now and then", async () => {
    expect(await write(1 / 100, 2_000)).toMatchObject({ setting: "totalSeconds" });
  });

  test("a total that the person set holds", async () => {
    expect(await write(2, 4_000, { ...limits, totalMs: 5 * minute })).toMatchObject({
      timeout: "did not finish within 300 s",
    });
  });
});

test("10.26: signs of life without a word do not last for ever, and last longer where the model is known to be slow", async () => {
  const wordless = async (speed: object) => {
    const clock = new HandClock();
    const deadline = new Deadline(
      clock,
      allowedTime(limits, { ...asking, speed }),
      new AbortController().signal,
    );
    let minutes = 0;
    for (; !deadline.ended && minutes < 600; minutes++) {
      deadline.alive();
      await clock.pass(minute);
    }
    deadline.close();
    return minutes;
  };
  expect(await wordless({})).toBe(15);
  expect(await wordless({ write: 2 })).toBe(67);
  expect(await wordless({ read: 20 })).toBe(134);
});

test.each([
  ["nothing is known", {}, {}, 290_000],
  ["it read fast", { read: 50_000 }, {}, 290_000],
  ["it reads 100 bytes a second", { read: 100 }, {}, 1_600_000],
  ["the person set a time", { read: 100 }, { firstByteMs: 7_000, isFirstByteSet: true as const }, 7_000],
])("10.26: the first byte may take as long as reading does: %s", (_, speed, own, expected) => {
  expect(allowedTime({ ...limits, ...own }, { ...asking, speed }).firstByteMs).toBe(expected);
});
