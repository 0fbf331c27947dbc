import { type Draft, refusal } from "../../facts/fact.ts";
import { cancelTasks, dependentsOf } from "../../rules/cancel-tasks.ts";
import { moveTask } from "../../rules/move-task.ts";
import { isInCircles } from "../../rules/rounds.ts";
import { aboutTask } from "../../rules/trouble/about-task.ts";
import { retryTask } from "../../rules/trouble/requeue-task.ts";
import { inSameTrouble } from "../../rules/trouble/same-trouble.ts";
import { splittingOf } from "../../rules/trouble/split-task.ts";
import { deciderOf } from "../../rules/trouble/who-decides.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { type SeatId, type TaskId, taskWaitId, type WaitId } from "../../terms/ids.ts";
import { buildersOf } from "../../terms/policy.ts";
import {
  isBeforeCode,
  isFailed,
  isHeld,
  isInReview,
  isOutOfBudget,
  isReady,
  isWithAuthor,
} from "../../terms/task-machine.ts";
import type { Answered, Answering } from "./answering.ts";

/** A task on which only a person can decide: it goes in circles, got no result, failed, or something is in its way. */
export interface TaskWait {
  readonly kind: "task";
  readonly id: WaitId;
  readonly since: number;
  readonly task: TaskId;
  /** Others that wait for the same reason: one answer is for all of them. */
  readonly also?: readonly TaskId[];
  readonly why: TaskTrouble;
  readonly owner: SeatId | undefined;
  /** Engineers who could take it over. */
  readonly others: readonly SeatId[];
  /** It is part of the plan, which can be edited. A task that a review's findings made is not. */
  readonly isPlanned: boolean;
  /** Tasks that build on it. If it is cancelled, they wait for the person. */
  readonly dependents: readonly TaskId[];
}

export type TaskTrouble =
  /** It came back too often. */
  | "rounds"
  /** Its author used up the requests of a conversation, or replied in a way that leads nowhere. */
  | "requests"
  /** The same for its reviewer. */
  | "verdict"
  /** A check could not start. */
  | "check"
  /** A task that it builds on was cancelled. */
  | "dependency"
  /** Its author asked something, and nobody was there to answer in time. */
  | "unanswered"
  /** It was stopped, or every attempt led nowhere. */
  | "failed"
  /** A person works on it. */
  | "held"
  /** What its author says: something is missing on this machine, or must be there first, or the task makes no sense. */
  | "environment"
  | "prerequisite"
  | "invalid-task";

export type TaskAnswer =
  /** The same again: more rounds, more requests, the checks once more, from the start, or on without the cancelled task. */
  | { readonly kind: "continue" }
  /** On with these words for the member whose move it is. */
  | { readonly kind: "redirect"; readonly words: string }
  /** Another engineer goes on from where it stands. */
  | { readonly kind: "reassign"; readonly seat: SeatId }
  | { readonly kind: "cancel" };

export function taskWaits(state: State): readonly TaskWait[] {
  if (state.stage?.phase !== "implementation" || state.stage.requested) return [];
  return tasksInOrder(state).flatMap((task) => {
    if (!waitsForPerson(state, task)) return [];
    const [first, ...same] = inSameTrouble(state, task).filter((other) => waitsForPerson(state, other));
    if (first !== task) return [];
    const builders = buildersOf(state.session.seats).map((seat) => seat.id);
    return [
      {
        kind: "task",
        id: taskWaitId(task.movedAt),
        since: task.movedAt,
        task: task.id,
        ...(same.length > 0 && { also: same.map(({ id }) => id) }),
        why: troubleOf(task),
        owner: task.owner,
        others: builders.filter((seat) => seat !== task.owner),
        isPlanned: state.artifacts.tasks?.body.tasks.some(({ id }) => id === task.id) === true,
        dependents: dependentsOf(state, [task.id]).map((other) => other.id),
      },
    ];
  });
}

function waitsForPerson(state: State, task: Task): boolean {
  return (
    deciderOf(state, task)?.kind === "person" &&
    task.cancelling === undefined &&
    splittingOf(state, task) === undefined
  );
}

function troubleOf(task: Task): TaskTrouble {
  const { origin, blocked } = task;
  if (task.unanswered !== undefined) return "unanswered";
  if (isHeld(task.state)) return "held";
  if (isFailed(task.state)) return "failed";
  if (isInCircles(task)) return "rounds";
  if (blocked === undefined) return origin !== undefined && isInReview(origin) ? "verdict" : "requests";
  if (origin !== undefined && isReady(origin)) return "dependency";
  return origin !== undefined && isWithAuthor(origin) ? blocked : "check";
}

/** Those that wait for the same reason get the same answer. Another engineer is for one of them. */
export function answerTask({ wait, answer, at }: Answering<TaskWait, TaskAnswer>): Answered {
  const { also = [], ...alone } = wait;
  const answers = [wait.task, ...(answer.kind === "reassign" ? [] : also)].map((task) =>
    answerOne({ ...alone, task, why: troubleIn(at, task) ?? wait.why }, answer, at),
  );
  const refused = answers.find((one) => "refused" in one);
  if (refused) return refused;
  const [first, ...rest] = answers.flatMap((one) => ("refused" in one ? [] : one));
  return first ? [first, ...rest] : refusal("Nothing is left to decide.");
}

function troubleIn(at: State, id: TaskId): TaskTrouble | undefined {
  const task = at.tasks[id];
  return task && troubleOf(task);
}

function answerOne(wait: TaskWait, answer: TaskAnswer, at: State): Answered {
  const task = at.tasks[wait.task];
  if (!task) return refusal(`There is no task ${wait.task} any more.`);
  if (wait.why === "held" && answer.kind !== "cancel")
    return refusal(`${task.id} is with you. Give it back: huddle task give ${task.id}`);
  switch (answer.kind) {
    case "continue":
      return continued(wait, task);
    case "redirect":
      return redirected(wait, task, answer.words);
    case "reassign":
      return reassigned(wait, task, answer.seat);
    case "cancel": {
      const [first, ...rest] = cancelTasks("human", [task], at);
      return first ? [first, ...rest] : refusal(`${task.id} is over.`);
    }
  }
}

function continued({ why }: TaskWait, task: Task): Answered {
  switch (why) {
    case "rounds":
    case "requests":
    case "verdict":
      return [byHuman(moveTask(task, "granted", "more rounds"))];
    case "check":
      return [byHuman(moveTask(task, "unblocked", "the checks run again"))];
    case "failed":
      return [retryTask(task)];
    case "dependency":
      return [byHuman(moveTask(task, "unblocked", "it goes on without the cancelled task"))];
    case "unanswered":
      return [byHuman(moveTask(task, "unblocked", "its engineer decides"))];
    case "environment":
    case "prerequisite":
      return [
        aboutTask(task.id, "What was in the way is settled."),
        byHuman(moveTask(task, "unblocked", "what was in the way is settled")),
      ];
    case "held":
    case "invalid-task":
      return refusal("Trying again would change nothing: say what its engineer should do, or cancel it.");
  }
}

function redirected({ why }: TaskWait, task: Task, words: string): Answered {
  if (words === "") return refusal("Say what should be done differently.");
  if (why === "dependency")
    return refusal(`${task.id} has not started, so it has no reader for your words yet. Edit the plan.`);
  if (why === "unanswered")
    return [aboutTask(task.id, words), byHuman(moveTask(task, "unblocked", "as the product manager says"))];
  if (why === "failed") return [aboutTask(task.id, words), retryTask(task)];
  return [aboutTask(task.id, words), byHuman(moveTask(task, onward(task), "as the product manager says"))];
}

/** What is blocked before any code goes back to the plan, not to somebody who writes. */
export function onward({ state, origin }: Task): "unblocked" | "redirected" {
  const isPlanned = origin !== undefined && isBeforeCode(origin);
  return isPlanned && !isOutOfBudget(state) ? "unblocked" : "redirected";
}

/** The next attempt of a task is another conversation: its new author reads what came back before. */
function reassigned({ why, others }: TaskWait, task: Task, seat: SeatId): Answered {
  if (!others.includes(seat))
    return refusal(`${seat} cannot take ${task.id} over. Engineers who can: ${others.join(", ") || "none"}.`);
  const given: Draft = {
    actor: "human",
    event: { type: "task.assigned", task: task.id, seat, why: "by hand" },
  };
  if (why === "dependency" || why === "verdict")
    return refusal(`Another engineer for ${task.id} would change nothing here.`);
  if (why === "failed") return [given, retryTask(task)];
  const carried = { attempt: task.attempt + 1 };
  return [given, byHuman(moveTask(task, onward(task), `${seat} takes it over`, carried))];
}

function byHuman(draft: Draft): Draft {
  return { ...draft, actor: "human" };
}
