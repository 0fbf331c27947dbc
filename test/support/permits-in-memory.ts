import type { Permits } from "../../src/app/project.ts";
import type { Permit } from "../../src/core/terms/policy.ts";

/** What a person has allowed for good, as long as the test lasts. */
export function permitsInMemory(): Permits {
  let kept: readonly Permit[] = [];
  return {
    all: async () => kept,
    async keep(permit) {
      kept = [...kept, permit];
    },
    async revoke(permit) {
      kept = kept.filter(({ match }) => match !== permit.match);
    },
  };
}
