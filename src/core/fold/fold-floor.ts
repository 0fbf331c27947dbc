import type { FloorEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { nobodys, planTasks } from "../rules/plan-tasks.ts";
import { onStage } from "../state/on-stage.ts";
import type { State } from "../state/state.ts";
import type { Effect, Task } from "../state/task.ts";
import type { Thread } from "../state/thread.ts";
import { effectId } from "../terms/ids.ts";
import { isOver, isReady } from "../terms/task-machine.ts";
import { without } from "../text/record.ts";

/** What facts of building and shipping do to the state. */
export function foldFloor(state: State, fact: Fact, event: FloorEvent): State {
  switch (event.type) {
    case "tasks.planned":
      return planTasks(state, fact.seq, event.tasks);
    case "volunteers.called":
      return called(state, fact.seq);
    case "task.volunteered":
      return onTask(state, event.task, (task) => ({
        ...task,
        volunteers: [...task.volunteers, { seat: event.seat, why: event.why }],
      }));
    case "task.assigned":
      return assigned(state, fact.seq, event);
    case "task.moved":
      return moved(state, fact.seq, event);
    case "review.given":
      return onTask(state, event.task, (task) => ({ ...task, reviews: task.reviews + 1 }));
    case "effect.started":
      return { ...state, effects: { ...state.effects, [effectId(fact.seq)]: startedEffect(fact, event) } };
    case "effect.settled":
      return settledEffect(state, event);
    case "checks.finished":
      return event.task === undefined
        ? state
        : onTask(state, event.task, (task) => ({ ...task, checkedAt: fact.seq }));
    case "task.landed": {
      const landed = { commit: event.commit, was: event.was, checks: event.checks };
      return { ...onTask(state, event.task, (task) => ({ ...task, landed })), integration: event.commit };
    }
    case "conflict.found":
      return state;
    case "ship.requested":
      return {
        ...forgetShipping(state),
        session: { ...state.session, shipping: { seq: fact.seq, onto: event.onto, how: event.how } },
      };
    case "session.shipped": {
      const { shipping: _, ...session } = state.session;
      return {
        ...state,
        session: { ...session, shipped: { seq: fact.seq, onto: event.onto, commit: event.commit } },
      };
    }
  }
}

/** Asked for again, it is another step: what the first one began or failed at is history. */
function forgetShipping(state: State): State {
  const { shipping } = state.session;
  if (!shipping) return state;
  const step = `ship@${shipping.seq}`;
  const effects = Object.entries(state.effects).filter(([, effect]) => effect.step !== step);
  return { ...state, effects: Object.fromEntries(effects), failures: without(state.failures, step) };
}

/** Where every task is under way there is nothing to ask for. */
function called(state: State, seq: number): State {
  const isOpen = Object.values(state.tasks).some((task) => isReady(task.state));
  if (!isOpen) return state;
  const next = { ...state, call: { seq, asked: [] }, tasks: nobodys(state.tasks) };
  return onStage(next, (stage) => {
    stage.calls += 1;
  });
}

function assigned(state: State, seq: number, event: EventOf<"task.assigned">): State {
  const next = onTask(state, event.task, (task) => ({ ...task, owner: event.seat, assignedAt: seq }));
  // Once everything has an owner, nobody is asked any more.
  const isOpen = Object.values(next.tasks).some((task) => task.owner === undefined);
  return isOpen ? next : { ...next, call: undefined };
}

function moved(state: State, seq: number, event: EventOf<"task.moved">): State {
  const next = onTask(state, event.task, (task) => ({
    ...task,
    state: event.to,
    attempt: event.attempt,
    movedAt: seq,
    why: event.why,
  }));
  // A review ends with its verdict; the coding thread lives until its task is over.
  const hasEnded = (thread: Thread) =>
    thread.task === event.task && (isOver(event.to) || thread.purpose === "review");
  const threads = next.threads.filter((thread) => !hasEnded(thread));
  return { ...next, threads };
}

function startedEffect(fact: Fact, event: EventOf<"effect.started">): Effect {
  return {
    id: effectId(fact.seq),
    seq: fact.seq,
    at: fact.at,
    kind: event.kind,
    step: fact.step ?? "",
    ...(event.task !== undefined && { task: event.task }),
    input: event.input,
  };
}

function settledEffect(state: State, event: EventOf<"effect.settled">): State {
  const effect = state.effects[event.effect];
  if (!effect) return state;
  const settled = {
    failed: event.failed,
    text: event.text,
    ...(event.commit !== undefined && { commit: event.commit }),
    ...(event.path !== undefined && { path: event.path }),
  };
  const next = { ...state, effects: { ...state.effects, [effect.id]: { ...effect, settled } } };
  if (event.failed || effect.task === undefined) return next;
  return onTask(next, effect.task, (task) => {
    if (effect.kind === "worktree")
      return { ...task, worktree: event.path, base: String(effect.input.commit) };
    if (effect.kind === "commit") return { ...task, commit: event.commit };
    return task;
  });
}

function onTask(state: State, id: string, change: (task: Task) => Task): State {
  const task = state.tasks[id];
  return task ? { ...state, tasks: { ...state.tasks, [id]: change(task) } } : state;
}
