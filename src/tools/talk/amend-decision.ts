import { z } from "zod";
import { decisionId } from "../../core/terms/ids.ts";
import { toArray } from "../../core/text/appended.ts";
import { defineTool } from "../../core/work/tool.ts";
import { namesBehind } from "./names-behind.ts";
import { decisionFields } from "./record-decision.ts";

export const amendDecision = defineTool({
  name: "amend_decision",
  summary: "Replace a recorded decision, by its id, with another.",
  effect: "records",
  input: z.object({
    id: z.string().describe("of the decision, such as d12"),
    ...decisionFields,
    topic: decisionFields.topic.optional().describe("left out: as it was"),
  }),
  record: ({ id, topic, decision, reason, ...given }, at, seat) => {
    const ledger = toArray(at.ledger);
    const replaced = new Set(ledger.map((one) => one.amends));
    const inForce = ledger.filter((one) => !replaced.has(one.id));
    const old = inForce.find((one) => one.id === id);
    if (!old)
      return {
        failed: true,
        text: `There is no decision ${id} in force. There are: ${inForce.map((one) => one.id).join(", ") || "none"}.`,
      };
    const names = namesBehind({ ...given, proposed: given.proposed ?? seat }, at, seat);
    if ("failed" in names) return names;
    const { note, ...behind } = names;
    const amended = { topic: topic ?? old.topic, decision, reason, ...behind, amends: id };
    return {
      text: `Recorded as ${decisionId(at.head + 1)}, in place of ${id}.${note}`,
      events: [{ type: "decision.amended", ...amended }],
    };
  },
});
