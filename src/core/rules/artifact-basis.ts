import type { State } from "../state/state.ts";
import type { Basis, Scope, TaskPlan } from "../terms/artifacts.ts";

/** What an artifact is checked against in the current state. The schemas of their kinds have validated the bodies. */
export function basisOf(at: State): Basis {
  const { scope, tasks: plan } = at.artifacts;
  return {
    ...(scope && { scope: scope.body as Scope }),
    ...(plan && { plan: plan.body as TaskPlan }),
    tasks: Object.keys(at.tasks),
  };
}
