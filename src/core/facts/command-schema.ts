import { z } from "zod";
import { sandboxKinds } from "../terms/sandbox.ts";
import { changeSchema } from "./change-schema.ts";

/** That a call begins to change something. */
export const calledShape = {
  loop: z.string(),
  call: z.string(),
  tool: z.string(),
  /** Left out by older versions, and by calls that write. */
  effect: z.enum(["writes", "runs"]).optional(),
  /** Of a call that writes. What a call that runs does is not known before. */
  changes: z.array(changeSchema),
  /** The person's yes that it needed. */
  approval: z.string().optional(),
};

/** What a call that runs commands came to, beside its words. */
export const ranShape = {
  /** Side file with everything it printed, up to a limit. */
  blob: z.string().optional(),
  ms: z.int().nonnegative().optional(),
  /** null: ended by a signal or a limit. */
  exit: z.int().nullable().optional(),
  /** The worktree's content behind it, as a tree of git, and the paths that it changed. */
  tree: z.string().optional(),
  changed: z.array(z.string()).readonly().optional(),
  /** Paths that no commit may hold as they are behind it; the commit has them as before. */
  held: z.array(z.string()).readonly().optional(),
  /** Those of them that were not so before it. Left out: all of them. */
  heldAnew: z.array(z.string()).readonly().optional(),
  /** The limit that ended it. */
  over: z.enum(["time", "memory", "processes", "disk"]).optional(),
  sandbox: z.enum(sandboxKinds).optional(),
};

const ranSchema = z.object(ranShape);
export type Ran = z.infer<typeof ranSchema>;

/** The sandbox of a runner, as it was found at its start. */
export const sandboxSchema = z.object({
  kind: z.enum(sandboxKinds),
  version: z.string().optional(),
  /** What it does not hold on that machine, in words. */
  weaker: z.array(z.string()).optional(),
});
export type SandboxFound = z.infer<typeof sandboxSchema>;
