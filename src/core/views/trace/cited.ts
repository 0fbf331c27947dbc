import type { EventOf } from "../../facts/events.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";

/** What a review says about one acceptance criterion. */
export interface Criterion {
  readonly id: string;
  readonly met: "yes" | "no" | "unverified";
  /** What it cites, in words: a check, a test, a place in the code. */
  readonly evidence: readonly string[];
}

/** The decisions that a task follows. Plans of older versions do not say. */
export function decisionsOf(plan: PlannedTask): readonly string[] {
  return texts("decisions" in plan ? plan.decisions : undefined);
}

/** What a review says about each criterion. Reviews of older versions judged the change as a whole. */
export function criteriaOf(event: EventOf<"review.given">): readonly Criterion[] {
  const found: unknown = "criteria" in event ? event.criteria : undefined;
  return Array.isArray(found) ? found.flatMap(criterionOf) : [];
}

function criterionOf(found: unknown): readonly Criterion[] {
  if (typeof found !== "object" || found === null || !("id" in found) || !("met" in found)) return [];
  const { id, met } = found;
  if (typeof id !== "string" || (met !== "yes" && met !== "no" && met !== "unverified")) return [];
  return [{ id, met, evidence: texts("evidence" in found ? found.evidence : undefined) }];
}

/** Evidence is words, or fields that are shown one after the other. */
function texts(found: unknown): readonly string[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: unknown) => {
    if (typeof one === "string") return [one];
    if (typeof one !== "object" || one === null) return [];
    return [
      Object.values(one)
        .filter((part) => typeof part !== "object")
        .join(" "),
    ];
  });
}
