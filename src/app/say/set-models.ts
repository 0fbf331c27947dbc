import type { Journal } from "../../core/ports/journal.ts";

/** Replaces model names such as a role by the model they stand for now. Recorded as a fact before it counts. */
export async function setModels(journal: Journal, meant: (name: string) => string): Promise<void> {
  await journal.append((at) => {
    const seats = at.session.seats.map((seat) => ({ ...seat, model: meant(seat.model) }));
    const changed = seats.filter((seat, index) => seat.model !== at.session.seats[index]?.model);
    if (changed.length === 0) return undefined;
    const why = [...new Set(changed.map((seat) => seat.model))].join(", ");
    return [{ actor: "human", event: { type: "seats.changed", seats, why } }];
  });
}
