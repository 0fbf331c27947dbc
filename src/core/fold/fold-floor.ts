import type { FloorEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { cancelledBelow } from "../rules/cancel-tasks.ts";
import { planTasks, startAfresh, withoutOwners } from "../rules/plan-tasks.ts";
import { amendTask } from "../rules/trouble/amend-task.ts";
import { afterReview } from "../rules/trouble/progress.ts";
import { mostAttempts } from "../rules/trouble/requeue-task.ts";
import { environmentTrouble } from "../rules/trouble/same-trouble.ts";
import type { StateDraft } from "../state/draft.ts";
import type { State } from "../state/state.ts";
import type { Effect, Return, Review, Task } from "../state/task.ts";
import type { Thread } from "../state/thread.ts";
import { effectId, type TaskId } from "../terms/ids.ts";
import {
  isAsking,
  isInReview,
  isOver,
  isReady,
  needsDecision,
  restarts,
  returning,
  type Trigger,
} from "../terms/task-machine.ts";
import { isEmpty, without } from "../text/record.ts";
import { checked, landedChecks, settledBaseline } from "./fold-baseline.ts";
import { settleCall } from "./fold-call.ts";
import { onStage } from "./on-stage.ts";
import { onTask } from "./on-task.ts";

/** How facts of building and shipping change the state. */
export function foldFloor(draft: StateDraft, fact: Fact, event: FloorEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "tasks.planned":
      Object.assign(draft, planTasks(draft, seq, event.tasks));
      forgetQuestions(draft);
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
      assigned(draft, fact, event);
      break;
    case "task.moved":
      moved(draft, fact, event);
      break;
    case "task.amended":
      Object.assign(draft, amendTask(draft, event.task, event.patch));
      break;
    case "cancel.requested":
      onTask(draft, event.task, (task) => ({ ...task, cancelling: seq }));
      break;
    case "review.given":
      onTask(draft, event.task, (task) => reviewed(task, seq, event));
      break;
    case "effect.started":
      draft.effects = { ...draft.effects, [effectId(seq)]: startedEffect(fact, event) };
      break;
    case "effect.settled":
      settledEffect(draft, event);
      break;
    case "checks.finished":
      checked(draft, seq, event);
      break;
    case "baseline.settled":
      settledBaseline(draft, seq, event);
      break;
    case "task.landed": {
      const landed = { commit: event.commit, was: event.was, checks: event.checks };
      onTask(draft, event.task, (task) => ({ ...task, landed }));
      draft.integration = event.commit;
      landedChecks(draft, event.task, event.commit);
      break;
    }
    case "branch.taken":
      draft.integration = event.commit;
      break;
    case "conflict.found":
      break;
    case "ship.requested":
      forgetShipping(draft);
      draft.session = { ...draft.session, shipping: { seq, onto: event.onto, how: event.how } };
      break;
    case "session.shipped": {
      const { shipping: _, ...session } = draft.session;
      const made = event.how === "branch" || event.was === null;
      draft.session = { ...session, shipped: { seq, onto: event.onto, made, commit: event.commit } };
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

function assigned(draft: StateDraft, { seq, actor }: Fact, event: EventOf<"task.assigned">): void {
  onTask(draft, event.task, ({ byHand: _, ...task }) => ({
    ...task,
    owner: event.seat,
    assignedAt: seq,
    ...(actor === "human" && { byHand: true }),
  }));
  // Once every task has an owner, the asking ends.
  const isOpen = Object.values(draft.tasks).some((task) => task.owner === undefined);
  if (!isOpen) draft.volunteering = undefined;
}

function moved(draft: StateDraft, { seq, actor }: Fact, event: EventOf<"task.moved">): void {
  const isFresh = restarts(event.trigger);
  if (isFresh) keepCommit(draft, event.task);
  onTask(draft, event.task, (before) => {
    const task = isFresh ? restarted(before, event) : before;
    const hasStopped = needsDecision(event.to) && !needsDecision(event.from);
    const isSteered = deciding.has(event.trigger) && actor === "human";
    return {
      ...task,
      state: event.to,
      attempt: event.attempt,
      movedAt: seq,
      summary: event.summary ?? task.summary,
      feedback: event.feedback ?? task.feedback,
      feedbackAt: event.feedback === undefined ? task.feedbackAt : seq,
      review: task.review && event.answers ? answered(task.review, event.answers) : task.review,
      returns: [...task.returns, ...returnOf(seq, event)],
      decidedAt: deciding.has(event.trigger) ? seq : task.decidedAt,
      origin: event.origin,
      blocked: event.blocked,
      unanswered: event.trigger === "overdue" ? task.questions?.at(-1)?.id : undefined,
      ...(hasStopped && { stops: (task.stops ?? 0) + 1 }),
      ...(isSteered && { steeredAt: seq }),
      ...letOn(draft.tasks, task, event),
    };
  });
  if (!isAsking(event.to)) dropQuestion(draft, seq, event.task);
  draft.threads = draft.threads.filter((thread) => thread.task !== event.task || !endsThread(thread, event));
  if (isOver(event.to)) forgetEffects(draft, event.task);
  forgetFailures(draft, event.task);
}

/**
 * A review thread ends with its verdict, not while somebody decides about it. The coding thread lives until its task is
 * over or starts afresh, and one in which somebody decides until the next move.
 */
function endsThread({ purpose }: Thread, { trigger, origin, to }: EventOf<"task.moved">): boolean {
  if (isOver(to) || restarts(trigger)) return true;
  if (purpose === "answer") return !isAsking(to);
  return purpose === "budget" || purpose === "rewrite" || (purpose === "review" && !isInReview(origin ?? to));
}

/** The branch of a task stays where the last attempt left it. */
function keepCommit(draft: StateDraft, id: TaskId): void {
  const task = draft.tasks[id];
  if (!task) return;
  const commit = task.commit ?? draft.past[id]?.commit;
  draft.past = { ...draft.past, [id]: { attempt: task.attempt, commit } };
}

/** A person who starts it again gives it all its attempts again. */
function restarted(task: Task, { trigger, attempt, learned }: EventOf<"task.moved">): Task {
  const lessons = [...(task.learned ?? []), ...(learned === undefined ? [] : [learned])];
  const tries = trigger === "retried" ? 0 : (task.tries ?? 0) + 1;
  const trouble = environmentTrouble(task);
  const met = [...(task.met ?? []), ...(trouble === undefined ? [] : [trouble])];
  return {
    ...startAfresh(task, attempt),
    tries,
    learned: lessons.slice(-mostAttempts),
    ...(met.length > 0 && { met }),
  };
}

/** What failed in a state that the task has left is of no interest. */
function forgetFailures(draft: StateDraft, id: TaskId): void {
  if (isEmpty(draft.failures)) return;
  const others = Object.entries(draft.failures).filter(([step]) => !step.startsWith(`task/${id}/`));
  draft.failures = Object.fromEntries(others);
}

/** What was judged: the code, or how a task goes on that gets nowhere. */
function reviewed(task: Task, seq: number, event: EventOf<"review.given">): Task {
  const { subject, seat, verdict, feedback: words } = event;
  if (subject === "budget")
    return { ...task, judged: [...(task.judged ?? []), { seq, seat, verdict, words }] };
  const progress = afterReview(task.progress, seq, event);
  return { ...task, reviews: task.reviews + 1, review: reviewOf(event), progress };
}

/** A task that goes on in another way gets no answer any more, and its author reads so. */
function dropQuestion(draft: StateDraft, seq: number, task: TaskId): void {
  const open = Object.values(draft.questions).find((question) => question.task === task);
  if (!open) return;
  settleCall(draft, open.loop, open.call, { failed: true, text: "Nobody has answered this." }, seq);
  draft.questions = without(draft.questions, open.id);
}

/** A task that starts again has none of the conversations in which something was asked. */
function forgetQuestions(draft: StateDraft): void {
  const names = new Set(draft.threads.map((thread) => thread.name));
  const kept = Object.entries(draft.questions).filter(([, { thread }]) => names.has(thread));
  draft.questions = Object.fromEntries(kept);
}

/** A task that has not started waits only because of what is cancelled: going on means without that. */
function letOn(
  tasks: State["tasks"],
  task: Task,
  { trigger, to }: EventOf<"task.moved">,
): Pick<Task, "without"> {
  if (trigger !== "unblocked" || !isReady(to)) return {};
  const cancelled = cancelledBelow(task, tasks).map(({ id, movedAt }) => [id, movedAt]);
  return { without: { ...task.without, ...Object.fromEntries(cancelled) } };
}

/** What was answered before stands, unless it is answered anew. */
function answered(review: Review, answers: Review["answers"]): Review {
  const again = new Set(answers.map(({ finding }) => finding));
  return { ...review, answers: [...review.answers.filter(({ finding }) => !again.has(finding)), ...answers] };
}

/** Reviews of older versions have no list of findings: their feedback is the one finding. */
function reviewOf({ seat, commit, verdict, feedback, findings }: EventOf<"review.given">): Task["review"] {
  if (verdict === "approved") return undefined;
  return { seat, commit, findings: findings ?? [{ id: "1", text: feedback }], answers: [] };
}

/** The moves by which somebody gives a task more rounds. */
const deciding: ReadonlySet<Trigger> = new Set(["granted", "redirected"]);

function returnOf(seq: number, event: EventOf<"task.moved">): readonly Return[] {
  const trigger = event.returned ?? returning.find((one) => one === event.trigger);
  if (trigger === undefined) return [];
  return [{ seq, from: event.from, trigger, words: event.feedback ?? event.why }];
}

/** Nothing that was begun for a task that is over is waited for. */
function forgetEffects(draft: StateDraft, id: TaskId): void {
  if (isEmpty(draft.effects)) return;
  const effects = Object.entries(draft.effects).filter(([, { task }]) => task !== id);
  draft.effects = Object.fromEntries(effects);
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
    if (effect.kind === "worktree") return inWorktree(task, effect, event.path);
    if (effect.kind === "commit") return { ...task, commit: event.commit, committedAt: effect.seq };
    return task;
  });
}

/** Nothing has been written in a new worktree. A commit that is gone is no longer the task's. */
function inWorktree(task: Task, { input }: Effect, worktree: string | undefined): Task {
  const fresh = { ...task, worktree, base: String(input.commit), wrote: {} };
  return input.gone === undefined ? fresh : { ...fresh, commit: undefined, review: undefined };
}
