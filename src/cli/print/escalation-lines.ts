import type { Escalation } from "../../core/views/escalations/escalation.ts";
import { plainState } from "../../core/views/plan/board.ts";

/** Where something comes from that waits for a person: "t1, testing, ada". Nothing for what concerns no task. */
export function escalationLines({ origin }: Escalation): readonly string[] {
  const { task, state, seat } = origin;
  if (task === undefined) return [];
  return [[task, state && plainState(state), seat].filter((part) => part).join(", ")];
}
