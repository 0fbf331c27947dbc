import { z } from "zod";

const seq = z.int().nonnegative();
const text = z.string();

/**
 * How work is handed over: as a new branch, by moving a branch forward, as one commit on a branch, as a patch in a file,
 * or as a branch for a pull request.
 */
const how = z.enum(["branch", "fast-forward", "squash", "patch", "pr"]);

export const shipRequestedShape = {
  /** The branch. Of a patch: the file. */
  onto: text,
  how,
  /** What has landed so far, while other tasks go on. */
  partial: z.literal(true).optional(),
  /** The person's own words for the commit. Left out: Huddle writes them. */
  message: text.optional(),
  /** Of a pull request: the branch that it is for, and its words as a side file. */
  base: text.optional(),
  body: text.optional(),
  /** The person has agreed that the branch is pushed there, and the pull request opened with this program. */
  open: z.object({ remote: text, program: text }).optional(),
};

export const shippedShape = {
  onto: text,
  how,
  was: z.string().nullable(),
  commit: text,
  effect: text,
  partial: z.literal(true).optional(),
  /** Of a pull request: where it is. */
  url: text.optional(),
  /** It was pushed, but the pull request could not be opened: why. */
  unopened: text.optional(),
};

/** A person wants a shipping taken back. `shipped`: its seq. */
export const undoRequestedShape = { shipped: seq };

/** The branch is where it was before the shipping; null: there was none. A patch stays where it was written. */
export const undoneShape = { shipped: seq, onto: text, how, restored: z.string().nullable() };

/** A person wants the work brought up to date with the branch that it began from, or with another one. */
export const syncRequestedShape = { branch: text };

/** What became of it. Only when it was merged, the work goes on from `commit`. */
export const syncedShape = {
  branch: text,
  /** Where that branch stood. */
  at: text,
  how: z.enum(["merged", "nothing", "conflict", "red"]),
  commit: text.optional(),
  /** Seq of the checks of that commit. */
  checks: seq.optional(),
  /** Of a conflict or red checks: both sides, and what to do. */
  why: text.optional(),
};
