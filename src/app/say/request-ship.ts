import { decide } from "../../core/decide/decide.ts";
import { shipRequested } from "../../core/decide/waits/ship.ts";
import type { Wait } from "../../core/decide/waits/wait.ts";
import type { EventOf } from "../../core/facts/events.ts";
import { refusal } from "../../core/facts/fact.ts";
import { shippedWords } from "../../core/facts/shipped-to.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { isHeld, isOver } from "../../core/terms/task-machine.ts";
import { plainState } from "../../core/views/plan/board.ts";
import { tell } from "./tell.ts";

type Asked = Omit<EventOf<"ship.requested">, "type">;

/** Asks to ship when the session waits for that, or again when shipping got stuck. */
export async function requestShip(journal: Journal, asked: Asked, now: Instant): Promise<void> {
  await tell(journal, (at) => shipping(at, asked, now));
}

function shipping(at: State, asked: Asked, now: Instant) {
  if (at.session.shipped) return refusal(`Already shipped ${shippedWords(at.session.shipped)}.`);
  const { waits } = decide(at, now);
  if (at.session.shipping && !isStuck(waits))
    return refusal(`Huddle is already shipping this onto ${at.session.shipping.onto}. Type: huddle run`);
  const early = refuseEarly(at, waits, asked.partial === true);
  return early === undefined ? ([shipRequested(asked)] as const) : refusal(early);
}

function isStuck(waits: readonly Wait[]): boolean {
  return waits.some((wait) => wait.kind === "stuck" && wait.step.startsWith("ship@"));
}

/** Why there is nothing to ship, and what can be done. Undefined: there is. */
export function refuseEarly(state: State, waits: readonly Wait[], isPartial: boolean): string | undefined {
  const held = withYou(tasksInOrder(state));
  if (held !== undefined) return held;
  const isReady = waits.some((wait) => wait.kind === "ship");
  const hasLanded = state.integration !== state.session.repo.base;
  if (isPartial) {
    if (isReady) return "Everything has landed, so nothing is left for later. Type: huddle ship";
    return hasLanded || isStuck(waits) ? undefined : "Nothing has landed yet. See: huddle status";
  }
  if (isReady || isStuck(waits)) return undefined;
  const open = tasksInOrder(state).filter((task) => !isOver(task.state));
  if (open.length === 0 || !hasLanded)
    return "There is nothing to ship yet: the work has not been through its last review. See: huddle status";
  const named = open.map(({ id, state: at }) => `${id} (${plainState(at)})`).join(", ");
  return `Not everything has landed: ${named}. To go on: huddle run. To ship what has landed now: huddle ship --partial`;
}

/** Undefined: no task is with the person. */
function withYou(tasks: readonly Task[]): string | undefined {
  const held = tasks.filter((task) => isHeld(task.state));
  const [first] = held;
  if (!first) return undefined;
  const names = held.map(({ id }) => id).join(" and ");
  return `Nothing is shipped while ${names} ${held.length === 1 ? "is" : "are"} with you. Give it back first: huddle task give ${first.id}`;
}
