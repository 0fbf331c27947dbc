import type { State } from "../../state/state.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";

/** How one sees that what a task is for holds. */
export interface Criterion {
  readonly id: string;
  readonly text: string;
}

/**
 * What a task is judged by: what the scope accepts for the requirements it meets, as `r1.1` by place. Without any, its
 * own done-criteria, as `t1.1`.
 */
export function criteriaOf({ accepted }: Pick<State, "accepted">, plan: PlannedTask): readonly Criterion[] {
  const requirements = accepted.scope?.body.requirements ?? [];
  const agreed = requirements
    .filter(({ id }) => plan.requirements.includes(id))
    .flatMap((requirement) => byPlace(requirement.id, requirement.accepted));
  return agreed.length > 0 ? agreed : byPlace(plan.id, plan.done);
}

function byPlace(id: string, lines: readonly string[]): readonly Criterion[] {
  return lines.map((text, index) => ({ id: `${id}.${index + 1}`, text }));
}
