import { z } from "zod";
import { decisionId } from "../../core/terms/ids.ts";
import { defineTool } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";
import { namesBehind } from "./names-behind.ts";

const names = z.array(z.string()).default([]).describe("names only");

export const decisionFields = {
  topic: sentence(80),
  decision: sentence(400),
  reason: sentence(400),
  proposed: z.string().optional().describe("a name; left out: you"),
  agreed: names,
  dissents: names,
  cites: z.string().optional().describe("for human: their message, m12"),
};

export const recordDecision = defineTool({
  name: "record_decision",
  summary: "Record a decision the team has reached; it binds later phases.",
  effect: "records",
  input: z.object(decisionFields),
  record: ({ topic, decision, reason, ...given }, at, seat) => {
    const names = namesBehind({ ...given, proposed: given.proposed ?? seat }, at, seat);
    if ("failed" in names) return names;
    const { note, ...behind } = names;
    return {
      text: `Recorded as ${decisionId(at.head + 1)}.${note}`,
      events: [{ type: "decision.recorded", topic, decision, reason, ...behind }],
    };
  },
});
