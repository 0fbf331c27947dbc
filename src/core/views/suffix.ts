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
  if (thread.purpose === "sizing") return [...lines, charter.moments?.sizing ?? ""].join("\n");
  if (thread.purpose === "volunteer")
    return [...lines, charter.moments?.volunteer ?? "", openTasks(state)].join("\n");
  if (thread.purpose === "artifact") return [...lines, charter.artifact].join("\n");
  if (seat?.textOnly) return [...lines, plainWords].join("\n");
  const role = charter.roles?.[seat?.role ?? "engineer"] ?? "";
  return [...lines, role, "It is your turn. Say one thing that moves this on, or pass_turn."]
    .filter((line) => line !== "")
    .join("\n");
}

function openTasks(state: State): string {
  const tasks = Object.values(state.tasks).filter((task) => task.owner === undefined);
  return tasks
    .map(
      ({ plan }) =>
        `- ${plan.id}: ${plan.title}${plan.dependsOn.length > 0 ? ` (after ${plan.dependsOn.join(", ")})` : ""}`,
    )
    .join("\n");
}

/** For a member whose model knows no tools: rules that speak of tools are meant for the others. */
const plainWords =
  "It is your turn. You have no tools: your reply is taken as it is and read by all. Say one thing that moves this on, in plain text; with nothing to add, say so in a few words.";
