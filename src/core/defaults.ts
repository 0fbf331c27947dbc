import type { Policy } from "./policy.ts";

/** What holds where nobody said otherwise. */
export const defaultPolicy: Omit<Policy, "author"> = {
  pace: "normal",
  turns: 12,
  asks: { turn: 6, artifact: 5, coding: 24, review: 10 },
  checks: { quick: [], full: [], timeoutMs: 600_000 },
};
