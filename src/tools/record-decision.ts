import { z } from "zod";
import { defineTool } from "../core/tool.ts";

export const recordDecision = defineTool({
  name: "record_decision",
  summary: "Record a decision the team has reached. It is shown to everybody and binds later phases.",
  effect: "records",
  input: z.object({
    topic: z.string().min(1).max(80),
    decision: z.string().min(1).max(400),
    reason: z.string().min(1).max(400),
    proposed: z.string().describe("who proposed it"),
    agreed: z.array(z.string()).default([]),
    dissents: z.array(z.string()).default([]),
  }),
  record: (decision, at) => {
    const names = new Set([...at.session.seats.map((seat) => seat.id), "human"]);
    const unknown = [decision.proposed, ...decision.agreed, ...decision.dissents].filter(
      (name) => !names.has(name),
    );
    if (unknown.length > 0)
      return {
        failed: true,
        text: `There is nobody called ${unknown.join(", ")}. The team: ${[...names].join(", ")}.`,
      };
    return { text: "Recorded.", events: [{ type: "decision.recorded", ...decision }] };
  },
});
