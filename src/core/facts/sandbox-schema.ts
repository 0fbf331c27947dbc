import { z } from "zod";
import { sandboxKinds } from "../terms/sandbox.ts";

/** The sandbox of a runner, as it was found at its start. */
export const sandboxSchema = z.object({
  kind: z.enum(sandboxKinds),
  version: z.string().optional(),
  /** What it does not hold on that machine, in words. */
  weaker: z.array(z.string()).optional(),
});
export type SandboxFound = z.infer<typeof sandboxSchema>;
