import type { EventOf } from "../../facts/events.ts";
import type { Progress, Task } from "../../state/task.ts";

/**
 * Whether a task gets anywhere is a fold: a check that is green for the first time in this attempt, or a review with
 * fewer findings than any before, or one that finds a criterion met for the first time. A commit alone is no progress,
 * and neither is a check that was green once already.
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
  {
    verdict,
    findings = [],
    criteria = [],
  }: Pick<EventOf<"review.given">, "verdict" | "findings" | "criteria">,
): Progress {
  const found = verdict === "approved" ? 0 : Math.max(1, findings.length);
  const { green = [], fewest = verdict === "approved" ? 1 : found, met = [], at = 0 } = progress ?? {};
  const fresh = criteria.flatMap(({ id, met: is }) => (is === "yes" && !met.includes(id) ? [id] : []));
  return {
    green,
    fewest: Math.min(fewest, found),
    ...(met.length + fresh.length > 0 && { met: [...met, ...fresh] }),
    at: found < fewest || fresh.length > 0 ? seq : at,
  };
}

/** Decisions of the architect since the task last got further or a person last decided: none of them has helped. */
export function vainJudgements({ judged = [], progress, steeredAt = 0 }: Task): number {
  const since = Math.max(progress?.at ?? 0, steeredAt);
  return judged.filter(({ seq }) => seq > since).length;
}
