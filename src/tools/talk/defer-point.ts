import { z } from "zod";
import { defineTool } from "../../core/work/tool.ts";

export const deferPoint = defineTool({
  name: "defer_point",
  summary: "Put a point off: it is not settled here, and stops nobody.",
  effect: "records",
  input: z.object({
    topic: z.string().min(1).max(80),
    why: z.string().min(1).max(300).describe("why not now, and when or by whom it is taken up"),
  }),
  record: ({ topic, why }) => ({ text: "Recorded.", events: [{ type: "point.deferred", topic, why }] }),
});
