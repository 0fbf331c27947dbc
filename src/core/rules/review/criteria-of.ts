import type { State } from "../../state/state.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";

/** How one sees that what a task is for holds. */
export interface Criterion {
  readonly id: string;
  readonly text: string;
}

/**
 * What a task is judged by: what the scope accepts for the requirements it meets, as `r1.1` by place. Without any, its
 * own done-criteria, as `t1.1`. A task that mends another is judged by these first: that requirements are met was said
 * before, when it was not mended.
 */
export function criteriaOf({ accepted }: Pick<State, "accepted">, plan: PlannedTask): readonly Criterion[] {
  const requirements = accepted.scope?.body.requirements ?? [];
  const agreed = requirements
    .filter(({ id }) => plan.requirements.includes(id))
    .flatMap((requirement) => byPlace(requirement.id, requirement.accepted));
  const own = agreed.length === 0 || plan.mends !== undefined ? byPlace(plan.id, plan.done) : [];
  return [...own, ...agreed];
}

function byPlace(id: string, lines: readonly string[]): readonly Criterion[] {
  return lines.map((text, index) => ({ id: `${id}.${index + 1}`, text }));
}
