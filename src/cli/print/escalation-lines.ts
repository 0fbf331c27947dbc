import type { Escalation } from "../../core/views/escalations/escalation.ts";
import { plainState } from "../../core/views/plan/board.ts";

/** Where something comes from that waits for a person: "blocked: t1, testing, ada". Nothing for what concerns no task. */
export function escalationLines({ kind, origin }: Escalation): readonly string[] {
  const { task, state, seat } = origin;
  if (task === undefined) return [];
  return [`${kind}: ${[task, state && plainState(state), seat].filter((part) => part).join(", ")}`];
}
