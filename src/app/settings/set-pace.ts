import type { Journal } from "../../core/ports/journal.ts";
import type { Pace } from "../../core/terms/phase.ts";

/** Records the flag as a fact before it counts. */
export async function setPace(journal: Journal, pace: Pace, why: string): Promise<void> {
  await journal.append((at) =>
    at.session.policy.pace === pace
      ? undefined
      : [{ actor: "human", event: { type: "policy.changed", patch: { pace }, why } }],
  );
}
