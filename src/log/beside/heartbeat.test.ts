import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { becomes } from "../../../test/support/appears.ts";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { beat, lastBeatMs } from "./heartbeat.ts";

afterEach(() => vi.useRealTimers());

/** Resolves when the file was touched at this time. */
function touched(path: string, at: string): Promise<void> {
  const isSo = () => statSync(path, { throwIfNoEntry: false })?.mtimeMs === Date.parse(at);
  return becomes(dirname(path), isSo);
}

test("beats at once and every two seconds by the given clock, until the signal aborts", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const path = join(await temporaryFolder(), "heartbeat");
  const second = (number: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, number)).toISOString();
  expect(await lastBeatMs(path, second(0))).toBeUndefined();

  let now = second(0);
  const stop = new AbortController();
  beat(path, () => now, stop.signal);
  await touched(path, second(0));
  expect(await lastBeatMs(path, second(5))).toBe(5000);
  now = second(2);
  vi.advanceTimersByTime(2000);
  await touched(path, second(2));
  expect(await lastBeatMs(path, second(5))).toBe(3000);

  stop.abort();
  now = second(4);
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(await lastBeatMs(path, second(5))).toBe(3000);
});

test("a beat that fails is only missed, and one from the future is now", async () => {
  const folder = await temporaryFolder();
  const stop = new AbortController();
  beat(join(folder, "none", "heartbeat"), () => "2025-01-01T00:00:00.000Z", stop.signal);
  const path = join(folder, "heartbeat");
  beat(path, () => "2025-01-01T00:00:09.000Z", stop.signal);
  await touched(path, "2025-01-01T00:00:09.000Z");
  expect(await lastBeatMs(path, "2025-01-01T00:00:00.000Z")).toBe(0);
  stop.abort();
});

test("does not beat for a signal that has aborted before", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const path = join(await temporaryFolder(), "heartbeat");
  let looks = 0;
  const now = () => {
    looks += 1;
    return "2025-01-01T00:00:00.000Z";
  };
  beat(path, now, AbortSignal.abort());
  expect([looks, vi.getTimerCount()]).toEqual([0, 0]);
});
