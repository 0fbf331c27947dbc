import type { State, Thread } from "../state.ts";
import type { Charter } from "./charter.ts";

/** What changes from speaker to speaker: who you are, what is left, what is asked of you now. Stands last. */
export function suffixText(state: State, thread: Thread, charter: Charter): string {
  const seat = state.session.seats.find((one) => one.id === thread.seat);
  const others = state.session.seats
    .filter((one) => one.id !== thread.seat)
    .map((one) => `${one.id} (${one.role})`);
  const lines = [
    `You are ${thread.seat}, ${seat?.role ?? "engineer"}.${seat?.style ? ` ${seat.style}` : ""}`,
    `With you: ${others.join(", ")}, and the product manager, a person.`,
    `Round ${thread.round ?? 1}; ${thread.left ?? 0} turns are left in this phase.`,
  ];
  if (thread.purpose === "coach") return [...lines, charter.coach].join("\n");
  if (thread.purpose === "artifact") return [...lines, charter.artifact].join("\n");
  return [...lines, "It is your turn. Say one thing that moves this on, or pass_turn."].join("\n");
}
