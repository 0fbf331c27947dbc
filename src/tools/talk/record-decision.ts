import { z } from "zod";
import type { State } from "../../core/state/state.ts";
import { defineTool } from "../../core/work/tool.ts";

export const decisionFields = {
  topic: z.string().min(1).max(80),
  decision: z.string().min(1).max(400),
  reason: z.string().min(1).max(400),
  proposed: z.string().describe("who proposed it"),
  agreed: z.array(z.string()).default([]),
  dissents: z.array(z.string()).default([]),
};

export const recordDecision = defineTool({
  name: "record_decision",
  summary: "Record a decision the team has reached. It is shown to everybody and binds later phases.",
  effect: "records",
  input: z.object(decisionFields),
  record: (decision, at) => {
    const unknown = unknownNames(decision, at);
    if (unknown !== undefined) return { failed: true, text: unknown };
    return { text: "Recorded.", events: [{ type: "decision.recorded", ...decision }] };
  },
});

/** What is wrong with the names of a decision, in words for the model. */
export function unknownNames(
  {
    proposed,
    agreed,
    dissents,
  }: { proposed: string; agreed: readonly string[]; dissents: readonly string[] },
  at: State,
): string | undefined {
  const names = new Set([...at.session.seats.map((seat) => seat.id), "human"]);
  const unknown = [proposed, ...agreed, ...dissents].filter((name) => !names.has(name));
  if (unknown.length === 0) return undefined;
  return `There is nobody called ${unknown.join(", ")}. The team: ${[...names].join(", ")}.`;
}
