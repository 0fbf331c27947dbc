import type { Team } from "../../src/core/ports/team.ts";
import type { State } from "../../src/core/state/state.ts";

/** Files that say what is in force in a session, so that a run changes nothing. */
export function teamInForce({ session: { seats, policy } }: State): Team {
  return {
    seats,
    policy,
    file: undefined,
    modelOf: ({ id }) => ({ model: seats.find((seat) => seat.id === id)?.model ?? "" }),
    budgetFor: () => ({ caps: policy.budget, isDefault: false }),
  };
}
