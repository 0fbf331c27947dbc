import type { FloorEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { planTasks, withoutOwners } from "../../rules/plan-tasks.ts";
import { amendTask } from "../../rules/trouble/amend-task.ts";
import { afterReview } from "../../rules/trouble/progress.ts";
import type { StateDraft } from "../../state/draft.ts";
import type { Task } from "../../state/task.ts";
import { effectId } from "../../terms/ids.ts";
import { isReady } from "../../terms/task-machine.ts";
import { onStage } from "../on-stage.ts";
import { onTask } from "../on-task.ts";
import { checked, landedChecks, settledBaseline } from "./fold-baseline.ts";
import { settledEffect, startedEffect } from "./fold-effects.ts";
import { moved } from "./fold-moved.ts";
import { foldRevert } from "./fold-revert.ts";
import { foldSplit } from "./fold-split.ts";
import { isInLine, landingPlace } from "./landing-place.ts";

/** How facts of building change the state. */
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
    case "todos.changed":
      onTask(draft, event.task, (task) => ({ ...task, todos: event.todos }));
      break;
    case "split.requested":
    case "split.proposed":
    case "split.settled":
      foldSplit(draft, seq, event);
      break;
    case "cancel.requested":
      onTask(draft, event.task, (task) => ({ ...task, cancelling: seq }));
      break;
    case "comment.requested":
      onTask(draft, event.task, (task) => ({ ...task, commenting: { seq, feedback: event.feedback } }));
      break;
    case "hold.requested":
      onTask(draft, event.task, (task) => ({ ...task, holding: seq }));
      break;
    case "task.hurried":
      onTask(draft, event.task, (task) => hurried(draft, { ...task, hurried: seq }));
      break;
    case "review.given":
      onTask(draft, event.task, (task) => reviewed(task, seq, event));
      countReview(draft, event);
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
    case "layer.settled":
      draft.session = { ...draft.session, looked: { seq, upTo: event.upTo } };
      break;
    case "baseline.settled":
      settledBaseline(draft, seq, event);
      break;
    case "task.landed":
      landed(draft, event);
      break;
    case "revert.requested":
    case "revert.settled":
      foldRevert(draft, seq, event);
      break;
    case "branch.taken":
      draft.integration = event.commit;
      break;
    case "conflict.found":
      break;
  }
}

function landed(draft: StateDraft, { task: id, was, commit, checks }: EventOf<"task.landed">): void {
  onTask(draft, id, (task) => ({ ...task, landed: { commit, was, checks } }));
  draft.integration = commit;
  landedChecks(draft, id, commit);
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

/** What was judged: the code, what its author plans or claims, or how a task goes on that gets nowhere. */
function reviewed(task: Task, seq: number, event: EventOf<"review.given">): Task {
  const { subject, seat, verdict, feedback: words } = event;
  if (subject === "budget")
    return { ...task, judged: [...(task.judged ?? []), { seq, seat, verdict, words }] };
  if (subject === "plan" || subject === "completion")
    return { ...task, lastJudge: seat, looks: (task.looks ?? 0) + 1 };
  const progress = afterReview(task.progress, seq, event);
  const { criteria } = event;
  return {
    ...task,
    lastJudge: seat,
    reviews: task.reviews + 1,
    review: reviewOf(event),
    ...(criteria && { criteria }),
    progress,
  };
}

/** Where engineers review each other, it goes round. */
function countReview(draft: StateDraft, { subject, seat }: EventOf<"review.given">): void {
  const { reviewsBy, policy } = draft.session;
  if (subject === "budget" || policy.review?.by !== "peers") return;
  draft.session = { ...draft.session, reviewsBy: { ...reviewsBy, [seat]: (reviewsBy?.[seat] ?? 0) + 1 } };
}

/** A task that starts again has none of the conversations in which something was asked. */
function forgetQuestions(draft: StateDraft): void {
  const names = new Set(draft.threads.map((thread) => thread.name));
  const kept = Object.entries(draft.questions).filter(([, { thread }]) => names.has(thread));
  draft.questions = Object.fromEntries(kept);
}

/** Reviews of older versions have no list of findings: their feedback is the one finding. */
function reviewOf(event: EventOf<"review.given">): Task["review"] {
  const { seat, commit, verdict, feedback, findings = [{ id: "1", text: feedback }], whole } = event;
  if (verdict === "approved") return undefined;
  return { seat, commit, findings, answers: [], ...(whole && { whole }) };
}

function hurried(draft: StateDraft, task: Task): Task {
  return isInLine(task.state) ? { ...task, landsAt: landingPlace(draft, task, task.movedAt) } : task;
}
