import type { FloorEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { planTasks, withoutOwners } from "../rules/plan-tasks.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Effect, Task } from "../state/task.ts";
import type { Thread } from "../state/thread.ts";
import { effectId } from "../terms/ids.ts";
import { isOver, isReady } from "../terms/task-machine.ts";
import { without } from "../text/record.ts";
import { onStage } from "./on-stage.ts";

/** How facts of building and shipping change the state. */
export function foldFloor(draft: StateDraft, fact: Fact, event: FloorEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "tasks.planned":
      Object.assign(draft, planTasks(draft, seq, event.tasks));
      break;
    case "volunteers.called":
      called(draft, seq);
      break;
    case "task.volunteered":
      onTask(draft, event.task, (task) => ({
        ...task,
        volunteers: [...task.volunteers, { seat: event.seat, why: event.why }],
      }));
      break;
    case "task.assigned":
      assigned(draft, seq, event);
      break;
    case "task.moved":
      moved(draft, seq, event);
      break;
    case "review.given":
      onTask(draft, event.task, (task) => ({ ...task, reviews: task.reviews + 1 }));
      break;
    case "effect.started":
      draft.effects = { ...draft.effects, [effectId(seq)]: startedEffect(fact, event) };
      break;
    case "effect.settled":
      settledEffect(draft, event);
      break;
    case "checks.finished":
      if (event.task !== undefined)
        onTask(draft, event.task, (task) => ({ ...task, evidence: { seq, results: event.results } }));
      break;
    case "task.landed": {
      const landed = { commit: event.commit, was: event.was, checks: event.checks };
      onTask(draft, event.task, (task) => ({ ...task, landed }));
      draft.integration = event.commit;
      break;
    }
    case "conflict.found":
      break;
    case "ship.requested":
      forgetShipping(draft);
      draft.session = { ...draft.session, shipping: { seq, onto: event.onto, how: event.how } };
      break;
    case "session.shipped": {
      const { shipping: _, ...session } = draft.session;
      draft.session = { ...session, shipped: { seq, onto: event.onto, commit: event.commit } };
    }
  }
}

/** A repeated request is another step, so what the first one started or failed at no longer counts. */
function forgetShipping(draft: StateDraft): void {
  const { shipping } = draft.session;
  if (!shipping) return;
  const step = `ship@${shipping.seq}`;
  const effects = Object.entries(draft.effects).filter(([, effect]) => effect.step !== step);
  draft.effects = Object.fromEntries(effects);
  draft.failures = without(draft.failures, step);
}

/** When every task has started, there is nothing to volunteer for. */
function called(draft: StateDraft, seq: number): void {
  const isOpen = Object.values(draft.tasks).some((task) => isReady(task.state));
  if (!isOpen) return;
  draft.volunteering = { seq, asked: [] };
  draft.tasks = withoutOwners(draft.tasks);
  onStage(draft, (stage) => ({ ...stage, volunteerRounds: stage.volunteerRounds + 1 }));
}

function assigned(draft: StateDraft, seq: number, event: EventOf<"task.assigned">): void {
  onTask(draft, event.task, (task) => ({ ...task, owner: event.seat, assignedAt: seq }));
  // Once every task has an owner, the asking ends.
  const isOpen = Object.values(draft.tasks).some((task) => task.owner === undefined);
  if (!isOpen) draft.volunteering = undefined;
}

function moved(draft: StateDraft, seq: number, event: EventOf<"task.moved">): void {
  onTask(draft, event.task, (task) => ({
    ...task,
    state: event.to,
    attempt: event.attempt,
    movedAt: seq,
    summary: event.summary ?? task.summary,
    feedback: event.feedback ?? task.feedback,
  }));
  // A review thread ends with its verdict; the coding thread lives until its task is over.
  const hasEnded = (thread: Thread) =>
    thread.task === event.task && (isOver(event.to) || thread.purpose === "review");
  draft.threads = draft.threads.filter((thread) => !hasEnded(thread));
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

function settledEffect(draft: StateDraft, event: EventOf<"effect.settled">): void {
  const effect = draft.effects[event.effect];
  if (!effect) return;
  const settled = {
    failed: event.failed,
    text: event.text,
    ...(event.commit !== undefined && { commit: event.commit }),
    ...(event.path !== undefined && { path: event.path }),
  };
  draft.effects = { ...draft.effects, [effect.id]: { ...effect, settled } };
  if (event.failed || effect.task === undefined) return;
  onTask(draft, effect.task, (task) => {
    if (effect.kind === "worktree")
      return { ...task, worktree: event.path, base: String(effect.input.commit) };
    if (effect.kind === "commit") return { ...task, commit: event.commit };
    return task;
  });
}

function onTask(draft: StateDraft, id: string, change: (task: Task) => Task): void {
  const task = draft.tasks[id];
  if (task) draft.tasks = { ...draft.tasks, [id]: change(task) };
}
