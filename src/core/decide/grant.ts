import type { Candidate, Step } from "./step.ts";

/**
 * Grants claims in the order in which candidates became runnable. An older candidate keeps its claims even while it
 * waits for others, so no step displaces another one that is wanted. Claims are granted only here.
 */
export function grant(candidates: readonly Candidate[]): readonly Step[] {
  const taken = new Set<string>();
  const granted: Step[] = [];
  for (const { step, resting } of [...candidates].sort(byAge)) {
    const isFree = step.claims.every((claim) => !taken.has(claim));
    for (const claim of step.claims) taken.add(claim);
    if (isFree && !resting) granted.push(step);
  }
  return granted;
}

/** Candidates that the same fact made runnable keep the order in which they were gathered, because sort is stable. */
function byAge(a: Candidate, b: Candidate): number {
  return a.since - b.since;
}
