import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const passTurn = defineTerminal({
  name: "pass_turn",
  summary:
    "End your turn without a message, because you have nothing to add. Better than agreeing in other words.",
  effect: "ends",
  input: z.object({ reason: z.string().min(1).max(200) }),
  result: ({ reason }) => reason,
  check: () => [],
});
