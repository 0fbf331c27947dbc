import type { Policy } from "./policy.ts";

/** Most tokens of one reply, by purpose. */
export const defaultOutput: NonNullable<Policy["output"]> = {
  turn: 8_000,
  artifact: 8_000,
  coding: 16_000,
  review: 8_000,
};

/**
 * How often a task may come back to its author: the third return by the same state and trigger waits for a person, and
 * so does the sixth by any. The third turn that comes to nothing stops a talk.
 */
export const defaultRounds: NonNullable<Policy["rounds"]> = { same: 3, any: 6, cut: 3 };

/** How many questions the author of a task may ask. After them, it decides itself and says what it assumed. */
export const defaultQuestions = 5;

/** The defaults. */
export const defaultPolicy: Omit<Policy, "author" | "budget"> = {
  pace: "normal",
  sizing: true,
  turns: 12,
  asks: { turn: 8, artifact: 8, coding: 24, review: 10 },
  output: defaultOutput,
  rounds: defaultRounds,
  parallel: 4,
  planning: "auto",
  review: { by: "architect" },
  commands: "free",
  checks: { quick: [], full: [], timeoutMs: 600_000 },
};

/** How long a run without a person waits for one, in milliseconds. */
export const defaultWaitMs = 30 * 60 * 1_000;
