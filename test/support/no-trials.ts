import type { Trials } from "../../src/core/ports/check-run.ts";

/** Nobody has tried any checks, and nobody does. */
export const noTrials: Trials = {
  newest: async () => undefined,
  keep: () => Promise.reject(new Error("nobody tries checks here")),
};
