import { z } from "zod";
import { toArray } from "../../core/text/appended.ts";
import { defineTool } from "../../core/work/tool.ts";
import { decisionFields, unknownNames } from "./record-decision.ts";

export const amendDecision = defineTool({
  name: "amend_decision",
  summary: "Replace a recorded decision, by its id, with another.",
  effect: "records",
  input: z.object({ id: z.string().describe("of the decision, such as d12"), ...decisionFields }),
  record: ({ id, ...decision }, at) => {
    const ledger = toArray(at.ledger);
    const amended = new Set(ledger.map((one) => one.amends));
    const inForce = ledger.filter((one) => !amended.has(one.id));
    if (!inForce.some((one) => one.id === id))
      return {
        failed: true,
        text: `There is no decision ${id} in force. There are: ${inForce.map((one) => one.id).join(", ") || "none"}.`,
      };
    const unknown = unknownNames(decision, at);
    if (unknown !== undefined) return { failed: true, text: unknown };
    return { text: "Recorded.", events: [{ type: "decision.amended", ...decision, amends: id }] };
  },
});
