import { z } from "zod";
import { inForce } from "../../core/prompt/transcript-line.ts";
import type { State } from "../../core/state/state.ts";
import { decisionId } from "../../core/terms/ids.ts";
import { toArray } from "../../core/text/appended.ts";
import { defineTool, type ToolResult } from "../../core/work/tool.ts";
import { renamed } from "../renamed.ts";
import { sentence } from "../sentence.ts";
import { namesBehind } from "./names-behind.ts";

const names = z.array(z.string()).default([]).describe("names only");

export const recordDecision = defineTool({
  name: "record_decision",
  summary: "Record a decision the team has reached, with the names behind it; it binds later phases.",
  effect: "records",
  input: z.object({
    topic: sentence(80),
    decision: sentence(400),
    reason: sentence(400),
    proposed: z.string().optional().describe("a name; left out: you"),
    agreed: names,
    dissents: names,
    cites: z.string().optional().describe("for human: their message, m12"),
    replaces: z.string().optional().describe("the decision in whose place it stands, d12"),
  }),
  tidy: (input) => renamed(input, { amends: "replaces" }),
  record: ({ topic, decision, reason, replaces, ...given }, at, seat) => {
    const missing = replaces === undefined ? undefined : notInForce(replaces, at);
    if (missing) return missing;
    const names = namesBehind({ ...given, proposed: given.proposed ?? seat }, at, seat);
    if ("failed" in names) return names;
    const { note, ...behind } = names;
    const made = { topic, decision, reason, ...behind };
    const place = replaces === undefined ? "" : `, in place of ${replaces}`;
    return {
      text: `Recorded as ${decisionId(at.head + 1)}${place}.${note}`,
      events: [
        replaces === undefined
          ? { type: "decision.recorded", ...made }
          : { type: "decision.amended", ...made, amends: replaces },
      ],
    };
  },
});

function notInForce(id: string, at: State): ToolResult | undefined {
  const ids = inForce(toArray(at.ledger)).map((one) => one.id);
  if (ids.includes(id)) return undefined;
  const all = ids.join(", ") || "none";
  return { failed: true, text: `There is no decision ${id} in force. There are: ${all}.` };
}
