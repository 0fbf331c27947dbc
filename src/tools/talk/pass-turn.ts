import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";

export const passTurn = defineTerminal({
  name: "pass_turn",
  summary: "End your turn without a message, because you have nothing to add.",
  effect: "ends",
  input: z.object({ reason: sentence(200).default("nothing to add") }),
  result: ({ reason }) => reason,
  check: () => [],
});
