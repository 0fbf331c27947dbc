import { expect, test } from "vitest";
import { HandClock } from "../../../test/support/hand-clock.ts";
import { Deadline } from "./deadline.ts";

const times = { firstByteMs: 10_000, idleMs: 2_000, wordlessMs: 30_000, totalMs: () => 30_000 };

test("the first byte may take longer than the next", async () => {
  const { clock, deadline } = begun();
  await clock.pass(9_999);
  expect(deadline.signal.aborted).toBe(false);
  await clock.pass(1);
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.ended).toEqual({ timeout: "sent no answer for 10 s", setting: "firstByteSeconds" });
});

test("silence after that is measured from the last sign of life", async () => {
  const { clock, deadline } = begun();
  await clock.pass(5_000);
  for (let byte = 0; byte < 5; byte++) {
    deadline.alive();
    await clock.pass(1_999);
  }
  expect(deadline.ended).toBeUndefined();
  await clock.pass(2_001);
  expect(deadline.ended).toEqual({
    timeout: "fell silent in the middle of its reply for 2 s",
    setting: "idleSeconds",
  });
});

test("signs of life do not help beyond the whole time", async () => {
  const { clock, deadline } = begun();
  for (let byte = 0; byte < 30; byte++) {
    deadline.alive();
    await clock.pass(1_000);
  }
  expect(deadline.ended).toEqual({ timeout: "did not finish within 30 s", setting: "totalSeconds" });
});

test("a stop is a stop, whatever its reason, and the abort it causes has none of it", async () => {
  const stop = new AbortController();
  const { deadline } = begun(stop.signal);
  stop.abort(new Error("because"));
  expect(deadline.ended).toBe("stopped");
  expect(deadline.signal.reason).toMatchObject({ name: "AbortError" });
  expect(begun(stop.signal).deadline.ended).toBe("stopped");
});

test("what ends first is the reason, and nothing ends what is closed", async () => {
  const stop = new AbortController();
  const { clock, deadline } = begun(stop.signal);
  await clock.pass(10_000);
  stop.abort();
  expect(deadline.ended).toHaveProperty("timeout");

  const whole = begun(stop.signal.aborted ? new AbortController().signal : stop.signal);
  whole.deadline.close();
  await whole.clock.pass(60_000);
  expect(whole.deadline.ended).toBeUndefined();
});

function begun(stop: AbortSignal = new AbortController().signal) {
  const clock = new HandClock();
  return { clock, deadline: new Deadline(clock, times, stop) };
}
