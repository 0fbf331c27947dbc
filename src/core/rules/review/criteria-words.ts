import type { JudgedCriterion } from "../../facts/finding-schema.ts";

/** "met r1.1, r1.2; not met r2.1; not seen r3.1": what a review says about all criteria, on one line. Empty: nothing. */
export function criteriaWords(criteria: readonly JudgedCriterion[] = []): string {
  return (
    [
      ["yes", "met"],
      ["no", "not met"],
      ["unverified", "not seen"],
    ] as const
  )
    .flatMap(([met, words]) => {
      const ids = criteria.filter((one) => one.met === met).map(({ id }) => id);
      return ids.length > 0 ? [`${words} ${ids.join(", ")}`] : [];
    })
    .join("; ");
}
