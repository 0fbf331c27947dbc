import { z } from "zod";

/** What a decision holds, recorded or amended. */
export const decisionShape = {
  topic: z.string(),
  decision: z.string(),
  reason: z.string(),
  proposed: z.string(),
  agreed: z.array(z.string()),
  dissents: z.array(z.string()),
  /** The message of the person that says so, such as m12, where the person is named. */
  cites: z.string().optional(),
};
