import type { EventOf } from "../../facts/events.ts";
import type { Progress, Task } from "../../state/task.ts";

/**
 * Whether a task gets anywhere is a fold: a check that is green for the first time in this attempt, or a review with
 * fewer findings than any before. A commit alone is no progress, and neither is a check that was green once already.
 */
export function afterChecks(
  progress: Progress | undefined,
  seq: number,
  { results }: Pick<EventOf<"checks.finished">, "results">,
): Progress | undefined {
  const before = progress?.green ?? [];
  const fresh = results.flatMap(({ name, exit }) => (exit === 0 && !before.includes(name) ? [name] : []));
  return fresh.length === 0 ? progress : { ...progress, green: [...before, ...fresh], at: seq };
}

/** An approval has no findings. The first review is what later ones are compared with, unless it approves. */
export function afterReview(
  progress: Progress | undefined,
  seq: number,
  { verdict, findings = [] }: Pick<EventOf<"review.given">, "verdict" | "findings">,
): Progress {
  const found = verdict === "approved" ? 0 : Math.max(1, findings.length);
  const { green = [], fewest = verdict === "approved" ? 1 : found, at = 0 } = progress ?? {};
  return { green, fewest: Math.min(fewest, found), at: found < fewest ? seq : at };
}

/** Decisions of the architect since the task last got further or a person last decided: none of them has helped. */
export function vainJudgements({ judged = [], progress, steeredAt = 0 }: Task): number {
  const since = Math.max(progress?.at ?? 0, steeredAt);
  return judged.filter(({ seq }) => seq > since).length;
}
