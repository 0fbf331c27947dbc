import type { Found } from "./found.ts";
import { type CheckSaid, sameCheck } from "./judge.ts";

/** Checks that ran fewer tests than the same check did before, or that no longer count any. A skipped test did not run. */
export function fewerTests(now: readonly CheckSaid[], before: readonly CheckSaid[]): readonly Found[] {
  return now.flatMap((check) => {
    const then = ranIn(sameCheck(before, check));
    const ran = ranIn(check);
    if (then === undefined || then === 0 || (ran !== undefined && ran >= then)) return [];
    const is = ran === undefined ? "it counts none" : `${ran} ran`;
    return [
      {
        kind: "fewer-tests",
        path: check.name,
        tier: ran === undefined || ran < then / 2 ? "person" : "note",
        text: `${check.name} ran ${then} ${then === 1 ? "test" : "tests"} before this change; now ${is}`,
      },
    ];
  });
}

function ranIn(check: CheckSaid | undefined): number | undefined {
  return check?.counts && check.counts.passed + check.counts.failed;
}
