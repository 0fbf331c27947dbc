import type { Candidate, Step } from "./step.ts";

/**
 * Gives out claims, in the order in which candidates became runnable. An older candidate keeps what it asked for, also
 * while it waits for something else, so no wanted step is displaced by another. This is the only place where claims are
 * granted.
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

/** Candidates made runnable by the same fact keep the order in which they were gathered: sort is stable. */
function byAge(a: Candidate, b: Candidate): number {
  return a.since - b.since;
}
