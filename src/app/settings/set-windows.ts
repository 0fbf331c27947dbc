import { byHarness } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";

/** Records the windows of the team's models, before they count. What is not known now stays as it was. */
export async function setWindows(journal: Journal, found: Readonly<Record<string, number>>): Promise<void> {
  await journal.append((at) => {
    const { seats, policy } = at.session;
    const changed = [...new Set(seats.map((seat) => seat.model))].filter(
      (model) => found[model] !== undefined && found[model] !== policy.windows?.[model],
    );
    if (changed.length === 0) return undefined;
    const windows = { ...policy.windows, ...found };
    const why = changed.map((model) => `${model} has ${found[model]} tokens`).join(", ");
    return [byHarness({ type: "policy.changed", patch: { windows }, why })];
  });
}
