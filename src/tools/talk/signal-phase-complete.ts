import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const signalPhaseComplete = defineTerminal({
  name: "signal_phase_complete",
  summary: "Say that this phase has reached its definition of done. The artifact is asked for next.",
  effect: "ends",
  input: z.object({ summary: z.string().min(1).max(600) }),
  result: ({ summary }) => summary,
  check: () => [],
});
