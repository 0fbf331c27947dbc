import type { Escalation } from "../../escalations/escalation.ts";
import { plainState } from "../../plan/board.ts";

/** Where something comes from that waits for a person: "t1, testing, ada". Nothing for what concerns no task. */
export function originLines({ origin }: Escalation): readonly string[] {
  const { task, state, seat } = origin;
  if (task === undefined) return [];
  return [[task, state && plainState(state), seat].filter((part) => part).join(", ")];
}
