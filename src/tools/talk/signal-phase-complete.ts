import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

export const signalPhaseComplete = defineTerminal({
  name: "signal_phase_complete",
  summary: 'End this phase: its "done when" is reached. The coach is asked to write its result next.',
  effect: "ends",
  claims: true,
  input: z.object({ summary: z.string().min(1).max(600) }),
  result: ({ summary }) => summary,
  check: () => [],
});
