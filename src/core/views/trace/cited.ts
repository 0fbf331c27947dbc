import type { PlannedTask } from "../../terms/artifacts.ts";

/** The decisions that a task follows. Plans of older versions do not say. */
export function decisionsOf(plan: PlannedTask): readonly string[] {
  const found: unknown = "decisions" in plan ? plan.decisions : undefined;
  return Array.isArray(found) ? found.filter((one) => typeof one === "string") : [];
}
