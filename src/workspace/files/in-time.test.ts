import { expect, test } from "vitest";
import { noAbort } from "../../../test/support/git-place.ts";
import { inTime } from "./in-time.ts";

/** Goes on until it is told to end. */
const endless = (limit: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (limit.aborted) reject(limit.reason);
    limit.addEventListener("abort", () => reject(limit.reason));
  });

test("what takes too long is given up in words for the model", async () => {
  expect(await inTime(noAbort, endless, 1)).toEqual({
    kind: "denied",
    reason: expect.stringMatching(/took longer than .*Ask for less/),
  });
});

test("a stop from outside is no lateness, and neither is a failure of its own", async () => {
  const stop = new AbortController();
  const ended = inTime(stop.signal, endless);
  stop.abort(new Error("enough"));
  await expect(ended).rejects.toThrow("enough");
  await expect(inTime(noAbort, async () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTime(noAbort, async () => 7)).toBe(7);
});

test("10.41: a failure of its own that comes after the time is up is told as what it is", async () => {
  const broken = (limit: AbortSignal) => endless(limit).catch(() => Promise.reject(new Error("broken")));
  await expect(inTime(noAbort, broken, 1)).rejects.toThrow("broken");
});
