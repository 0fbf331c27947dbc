import { taskWaits } from "../../core/decide/waits/task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import type { SeatId, TaskId } from "../../core/terms/ids.ts";
import { buildersOf } from "../../core/terms/policy.ts";
import { isHeld, isOver } from "../../core/terms/task-machine.ts";
import { type TaskAct, type TaskActKind, taskActs } from "../../core/views/acts/task-act.ts";
import { byHand } from "../say/assign.ts";
import { knownFirst } from "../say/cancel-tasks.ts";
import { retried } from "../say/retry-tasks.ts";
import { taskNamed } from "../say/task-named.ts";
import { whyOver } from "../say/tell.ts";
import { commented } from "./comment-task.ts";
import { builtOn, whyNotRevert } from "./revert-task.ts";
import { whyNotSplit } from "./split-task.ts";
import { whyNotTake } from "./take-task.ts";
import { unblocked } from "./unblock-task.ts";

/** What can be done about a task as it is now. Nothing that would be refused, and nothing that would change nothing. */
export function actsOn(at: State, id: TaskId): readonly TaskAct[] {
  const task = taskNamed(at, id);
  return whyOver(at) === undefined ? taskActs.flatMap((kind) => actOn(kind, at, task)) : [];
}

function actOn(kind: TaskActKind, at: State, task: Task): readonly TaskAct[] {
  const { id, state } = task;
  switch (kind) {
    case "comment":
      return offered(!("refused" in commented(at, task, "…", undefined)), { kind, words: "must" });
    case "take":
      return offered(
        task.holding === undefined && !isHeld(state) && whyNotTake(at, task, task) === undefined,
        {
          kind,
        },
      );
    case "open":
      return offered(isHeld(state) && task.worktree !== undefined, { kind });
    case "give":
      return offered(isHeld(state), { kind, words: "may" });
    case "finish":
      return offered(isHeld(state), { kind, words: "must" });
    case "retry":
      return offered(!isHeld(state) && canRetry(at, id), { kind });
    case "unblock":
      return unblocking(at, id);
    case "assign": {
      const seats = takersOf(at, task);
      return offered(seats.length > 0, { kind, seats });
    }
    case "land":
      return offered(canHurry(at, task), { kind });
    case "split":
      return offered(!task.splitting && whyNotSplit(at, task) === undefined, { kind, words: "may" });
    case "cancel": {
      const first = isOver(state) ? undefined : knownFirst(at, [id]);
      return offered(!isOver(state) && task.cancelling === undefined, {
        kind,
        ...(first !== undefined && { first }),
      });
    }
    case "revert": {
      const first = builtOn(at, task);
      const can = task.reverting === undefined && whyNotRevert(at, task) === undefined;
      return offered(can, { kind, ...(first !== undefined && { first }) });
    }
  }
}

function offered(can: boolean, act: TaskAct): readonly TaskAct[] {
  return can ? [act] : [];
}

function canRetry(at: State, id: TaskId): boolean {
  const wait = taskWaits(at).find((one) => one.task === id || one.also?.includes(id));
  return !("refused" in retried(at, id, wait));
}

/** Some can be unblocked without a word, some only with words, and some only without. */
function unblocking(at: State, id: TaskId): readonly TaskAct[] {
  const silent = !("refused" in unblocked(at, id, ""));
  const said = !("refused" in unblocked(at, id, "…"));
  if (!silent && !said) return [];
  const words = said ? ({ words: silent ? "may" : "must" } as const) : {};
  return [{ kind: "unblock", ...words }];
}

function takersOf(at: State, { id, owner }: Task): readonly SeatId[] {
  return buildersOf(at.session.seats)
    .map((seat) => seat.id)
    .filter((seat) => seat !== owner && isWanted(byHand(at, [[id, seat]])));
}

function isWanted(built: ReturnType<typeof byHand>): boolean {
  return built !== undefined && !("refused" in built);
}

/** It goes before others only where there are others. */
function canHurry(at: State, { id, state, hurried }: Task): boolean {
  if (hurried !== undefined || isOver(state) || isHeld(state)) return false;
  return tasksInOrder(at).some((other) => other.id !== id && !isOver(other.state) && !isHeld(other.state));
}
