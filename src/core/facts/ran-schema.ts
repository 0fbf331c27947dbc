import { z } from "zod";
import { sandboxKindSchema } from "./sandbox-schema.ts";

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
  sandbox: sandboxKindSchema.optional(),
};

const ranSchema = z.object(ranShape);
export type Ran = z.infer<typeof ranSchema>;
