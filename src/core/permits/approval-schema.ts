import { z } from "zod";
import { permitSchema } from "../terms/policy-schema.ts";

/** How much can go wrong if a person says yes without reading. */
export const risks = ["low", "raised", "high"] as const;
export type Risk = (typeof risks)[number];

/** What a write does to its paths, if it does not just give them other content. Of a move, the old path comes first. */
export const deeds = ["delete", "move", "executable", "not-executable"] as const;
export type Deed = (typeof deeds)[number];

/** Something that happens only after a person's yes. */
export const requestedShape = {
  action: z.enum(["write", "command", "network", "setup", "commit", "land"]),
  seat: z.string(),
  task: z.string().optional(),
  /** The call that waits, if a conversation does. */
  loop: z.string().optional(),
  call: z.string().optional(),
  paths: z.array(z.string()).optional(),
  deed: z.enum(deeds).optional(),
  /** Side file with what a person sees: the exact command, or the change line by line. */
  shown: z.string(),
  /** Of everything that is approved. If it is another one when it is done, the yes does not count. */
  hash: z.string(),
  risk: z.enum(risks),
  why: z.string(),
  /** When it is refused because nobody answered. */
  dueAt: z.string().optional(),
};

export const resolvedShape = {
  approval: z.string(),
  hash: z.string(),
  verdict: z.enum(["granted", "refused", "expired"]),
  /** Why not, in the person's words. */
  reason: z.string().optional(),
  /** From now on such things happen without asking. */
  always: permitSchema.optional(),
};
