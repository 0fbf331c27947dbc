import { z } from "zod";
import { defineTool } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";

export const deferPoint = defineTool({
  name: "defer_point",
  summary: "Put a point off: it is not settled here and holds up nothing.",
  effect: "records",
  input: z.object({
    topic: sentence(80),
    why: sentence(300).describe("why not now, and when or by whom it is taken up"),
  }),
  record: ({ topic, why }) => ({ text: "Recorded.", events: [{ type: "point.deferred", topic, why }] }),
});
