import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const reviewComplete = defineTerminal({
  name: "review_complete",
  summary: "Give your verdict on the change: approved, or changes with what must be different and why.",
  effect: "ends",
  input: z.object({ status: z.enum(["approved", "changes"]), feedback: z.string().min(1).max(4_000) }),
  result: ({ status, feedback }) => ({ verdict: status, feedback }),
  check: () => [],
});
