import type { Rehearsal } from "../../src/model/rehearsal/rehearsal-script.ts";
import { miniRehearsal } from "./mini-rehearsal.ts";

const thread = "coach/refinement.1/1";

/** The smallest session, in which the coach asks the person something before the first phase is over. */
export const askingRehearsal: Rehearsal = {
  ...miniRehearsal,
  name: "asking",
  lines: miniRehearsal.lines.flatMap((line) => {
    if (line.thread !== thread) return [line];
    const question = {
      tool: "ask_pm",
      input: { question: "Whole numbers only?", options: ["whole numbers", "decimals too"] },
    };
    return [
      { ...line, calls: [question] },
      { ...line, ask: 2 },
    ];
  }),
};
