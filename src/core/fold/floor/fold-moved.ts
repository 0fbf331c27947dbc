import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { cancelledBelow } from "../../rules/cancel-tasks.ts";
import { startAfresh } from "../../rules/plan-tasks.ts";
import { mostAttempts } from "../../rules/trouble/requeue-task.ts";
import { environmentTrouble } from "../../rules/trouble/same-trouble.ts";
import type { StateDraft } from "../../state/draft.ts";
import type { State } from "../../state/state.ts";
import type { Return, Review, Task } from "../../state/task.ts";
import type { Thread } from "../../state/thread.ts";
import type { TaskId } from "../../terms/ids.ts";
import {
  isAsking,
  isBeforeCode,
  isHeld,
  isInReview,
  isOver,
  isReady,
  isWithAuthor,
  needsDecision,
  restarts,
  returning,
  type Trigger,
} from "../../terms/task-machine.ts";
import { isEmpty, without } from "../../text/record.ts";
import { settleCall } from "../fold-call.ts";
import { onTask } from "../on-task.ts";
import { isInLine, landingPlace } from "./landing-place.ts";

/** The moves by which somebody gives a task more rounds. */
const deciding: ReadonlySet<Trigger> = new Set(["granted", "redirected", "commented", "given", "finished"]);

/** A task goes from one state to another. */
export function moved(draft: StateDraft, { seq, at, actor }: Fact, event: EventOf<"task.moved">): void {
  const isFresh = restarts(event.trigger, event.to);
  if (isFresh) keepCommit(draft, event.task);
  onTask(draft, event.task, (before) => {
    const task = isFresh ? restarted(before, event) : before;
    const hasStopped = needsDecision(event.to) && !isHeld(event.to) && !needsDecision(event.from);
    const isSteered = deciding.has(event.trigger) && actor === "human";
    return {
      ...task,
      state: event.to,
      attempt: event.attempt,
      movedAt: seq,
      ...(isOver(event.to) && { overAt: at }),
      summary: event.summary ?? task.summary,
      feedback: event.feedback ?? task.feedback,
      feedbackAt: event.feedback === undefined ? task.feedbackAt : seq,
      review: task.review && event.answers ? answered(task.review, event.answers) : task.review,
      returns: [...task.returns, ...returnOf(seq, event)],
      decidedAt: deciding.has(event.trigger) ? seq : task.decidedAt,
      origin: event.origin,
      blocked: event.blocked,
      ...(event.disposition && { disposition: event.disposition }),
      ...ownWords(task, event),
      unanswered: event.trigger === "overdue" ? task.questions?.at(-1)?.id : undefined,
      ...((isHeld(event.to) || task.takenAs !== undefined) && { takenAs: event.tree }),
      ...(isHeld(event.to) && { holding: undefined }),
      ...(task.splitting && (isHeld(event.to) || isOver(event.to)) && { splitting: undefined }),
      ...(isInLine(event.to) && task.hurried !== undefined && { landsAt: landingPlace(draft, task, seq) }),
      ...(!isInLine(event.to) && task.landsAt !== undefined && { landsAt: undefined }),
      ...((event.trigger === "given" || event.trigger === "commented") && { givenAt: seq }),
      // Whatever brought it back: its author reads the comment.
      ...(task.commenting && hasComeBack(event) && { commenting: undefined }),
      ...(hasStopped && { stops: (task.stops ?? 0) + 1 }),
      ...(isSteered && { steeredAt: seq }),
      ...letOn(draft.tasks, task, event),
    };
  });
  if (!isAsking(event.to)) dropQuestion(draft, seq, event.task);
  draft.threads = draft.threads.filter((thread) => thread.task !== event.task || !endsThread(thread, event));
  if (isOver(event.to) || isHeld(event.to)) forgetEffects(draft, event.task);
  forgetFailures(draft, event.task);
}

/** Nobody else has it any more: neither those who judge it nor the line to land. */
function hasComeBack({ trigger, to }: EventOf<"task.moved">): boolean {
  return (
    isOver(to) || isWithAuthor(to) || isHeld(to) || isReady(to) || returning.some((one) => one === trigger)
  );
}

/**
 * A review thread ends with its verdict, not while somebody decides about it. The coding thread lives until its task is
 * over or starts afresh, and one in which somebody decides until the next move.
 */
function endsThread({ purpose }: Thread, { trigger, origin, to }: EventOf<"task.moved">): boolean {
  if (isOver(to) || restarts(trigger, to)) return true;
  if (purpose === "planning") return trigger === "approved";
  if (purpose === "answer") return !isAsking(to);
  return purpose === "budget" || purpose === "rewrite" || (purpose === "review" && !isInReview(origin ?? to));
}

/** What its author plans, until it plans anew; and what it claims, until it works on. */
function ownWords(task: Task, event: EventOf<"task.moved">): Pick<Task, "ownPlan" | "claim"> {
  const isAgreed = task.ownPlan !== undefined && isBeforeCode(event.from) && event.trigger === "approved";
  const isOnward = isWithAuthor(event.to) || isHeld(event.to);
  const claim = isOnward ? undefined : (event.satisfied ?? task.claim);
  return {
    ...(event.plan && { ownPlan: event.plan }),
    ...(isAgreed && { ownPlan: { ...task.ownPlan, agreed: true } }),
    ...((claim !== undefined || task.claim !== undefined) && { claim }),
  };
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

/** A task that goes on in another way gets no answer any more, and its author reads so. */
function dropQuestion(draft: StateDraft, seq: number, task: TaskId): void {
  const open = Object.values(draft.questions).find((question) => question.task === task);
  if (!open) return;
  settleCall(draft, open.loop, open.call, { failed: true, text: "Nobody has answered this." }, seq);
  draft.questions = without(draft.questions, open.id);
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

function returnOf(seq: number, event: EventOf<"task.moved">): readonly Return[] {
  const trigger = event.returned ?? returning.find((one) => one === event.trigger);
  if (trigger === undefined) return [];
  return [{ seq, from: event.from, trigger, words: event.feedback ?? event.why }];
}

/** Nothing that was begun for a task that is over, or with a person, is waited for. */
function forgetEffects(draft: StateDraft, id: TaskId): void {
  if (isEmpty(draft.effects)) return;
  const effects = Object.entries(draft.effects).filter(([, { task }]) => task !== id);
  draft.effects = Object.fromEntries(effects);
}
