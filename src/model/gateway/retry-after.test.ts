import { expect, test } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.parse("2030-01-01T00:00:00.000Z");

test.each<[what: string, headers: Record<string, string>, ms: number | undefined]>([
  ["nothing", {}, undefined],
  ["seconds", { "retry-after": "12" }, 12_000],
  ["a long wait, unshortened", { "retry-after": "7200" }, 7_200_000],
  ["parts of a second", { "retry-after": "0.25" }, 250],
  ["now", { "retry-after": "0" }, 0],
  ["a date", { "retry-after": "Tue, 01 Jan 2030 00:00:30 GMT" }, 30_000],
  [
    "a date by a clock that is wrong by an hour",
    { "retry-after": "Tue, 01 Jan 2030 01:00:30 GMT", date: "Tue, 01 Jan 2030 01:00:00 GMT" },
    30_000,
  ],
  ["a date that is over", { "retry-after": "Mon, 31 Dec 2029 23:59:00 GMT" }, 0],
  ["no time at all", { "retry-after": "soon" }, undefined],
  ["milliseconds before seconds", { "retry-after-ms": "1500", "retry-after": "2" }, 1_500],
  [
    "the limit that is used up",
    {
      "anthropic-ratelimit-requests-remaining": "0",
      "anthropic-ratelimit-requests-reset": "2030-01-01T00:00:07Z",
      "anthropic-ratelimit-tokens-remaining": "900",
      "anthropic-ratelimit-tokens-reset": "2030-01-01T00:01:00Z",
    },
    7_000,
  ],
  [
    "the slower of two limits that say nothing else",
    { "x-ratelimit-reset-requests": "120ms", "x-ratelimit-reset-tokens": "6m0.5s" },
    360_500,
  ],
  ["a reset as a moment", { "x-ratelimit-reset": String(now / 1000 + 5) }, 5_000],
  ["a reset as a moment in milliseconds", { "x-ratelimit-reset": String(now + 5_000) }, 5_000],
  ["a reset in seconds", { "x-ratelimit-reset": "9" }, 9_000],
])("%s", (_, headers, ms) => {
  expect(retryAfterMs(headers, undefined, now)).toBe(ms);
});

test.each([
  ['{"error":{"details":[{"@type":"x/RetryInfo","retryDelay":"34.5s"}]}}', 34_500],
  ["Rate limit reached. Please try again in 6m0s. Visit us.", 360_000],
  ["Rate limit reached. Please try again in 20ms.", 20],
  ["Try again later.", undefined],
])("%s", (body, ms) => {
  expect(retryAfterMs({}, body, now)).toBe(ms);
});
