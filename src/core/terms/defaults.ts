import type { Policy } from "./policy.ts";

/** Most tokens of one reply, by purpose. */
export const defaultOutput: NonNullable<Policy["output"]> = {
  turn: 8_000,
  artifact: 8_000,
  coding: 16_000,
  review: 8_000,
};

/** The defaults. */
export const defaultPolicy: Omit<Policy, "author"> = {
  pace: "normal",
  sizing: true,
  turns: 12,
  asks: { turn: 8, artifact: 8, coding: 24, review: 10 },
  output: defaultOutput,
  checks: { quick: [], full: [], timeoutMs: 600_000 },
};
