import { z } from "zod";

/** What can keep a command inside its worktree. `outer`: a person says that this whole machine is the sandbox. */
export const sandboxKindSchema = z.enum(["bubblewrap", "seatbelt", "outer", "none"]);
export type SandboxKind = z.infer<typeof sandboxKindSchema>;

/** The sandbox of a runner, as it was found at its start. */
export const sandboxSchema = z.object({
  kind: sandboxKindSchema,
  version: z.string().optional(),
  /** What it does not hold on that machine, in words. */
  weaker: z.array(z.string()).optional(),
});
export type SandboxFound = z.infer<typeof sandboxSchema>;
