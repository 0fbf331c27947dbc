import { assertNever } from "../../assert-never.ts";
import { answererOf } from "../../decide/waits/question.ts";
import { reviewerFor } from "../../rules/review/reviewer-for.ts";
import { splittingOf } from "../../rules/trouble/split-task.ts";
import { architectWithTools, deciderOf, isUnderWay } from "../../rules/trouble/who-decides.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { Paused } from "../../state/thread.ts";
import type { Instant, SeatId, TaskId } from "../../terms/ids.ts";
import { holdsSeat, isInReview, type TaskState } from "../../terms/task-machine.ts";
import type { Live, Speaking } from "./live.ts";

/** What goes on in a task at this moment. */
export interface TaskDoing {
  readonly task: TaskId;
  /** Whose move it is. Left out: it is Huddle's. */
  readonly who?: SeatId;
  readonly words: string;
  readonly since?: Instant;
  /** When a wait ends by itself. */
  readonly until?: Instant;
  /** The newest line that its command or its checks have printed. */
  readonly printed?: string;
  /** The reply that is under way. */
  readonly speaking?: Speaking;
  /** Nothing goes on in it until something else happens, such as an answer of the person. */
  readonly rests?: true;
}

/** Every task that somebody or something is at, in the order of the plan. Nothing while nobody runs the session. */
export function doingNow(state: State, live: Live): readonly TaskDoing[] {
  if (state.runner === undefined || state.runner.stopped !== undefined) return [];
  return tasksInOrder(state)
    .filter((task) => isUnderWay(state, task) || holdsSeat(task.state) || isDivided(state, task))
    .map((task) => doingOf(task, state, live));
}

/** The architect is at it. */
function isDivided(state: State, task: Task): boolean {
  const splitting = splittingOf(state, task);
  return splitting !== undefined && !splitting.proposal;
}

function doingOf(task: Task, state: State, live: Live): TaskDoing {
  const who = whoseMove(task, state);
  const named = { task: task.id, ...(who !== undefined && { who }) };
  if (task.splitting?.proposal) return { task: task.id, words: "waits for your yes", rests: true };
  const held = pausedIn(state, task);
  if (held) return { ...named, ...pausedAs(held), rests: true };
  const { words, since, printed } = live.doing[task.id] ?? {};
  const speaking = speakingIn(live, task);
  return {
    ...named,
    words: words ?? usually(task, state),
    ...(since !== undefined && { since }),
    ...(printed !== undefined && { printed }),
    ...(speaking && { speaking }),
  };
}

function speakingIn({ words }: Live, { id }: Task): Speaking | undefined {
  return Object.entries(words).find(
    ([thread]) => !isTalkThread(thread) && thread.split(/[/.]/)[1] === id,
  )?.[1];
}

/** A conversation of the whole team, and not one about a task. */
export function isTalkThread(thread: string): boolean {
  return /^(turn|coach|artifact)\//.test(thread);
}

type Held = Exclude<Paused, { on: "question" }>;

/** What its newest conversation waits for. Who answers a question is at work, so that is not told as a wait. */
function pausedIn(state: State, { id }: Task): Held | undefined {
  const paused = state.threads.findLast(({ task }) => task === id)?.loops.at(-1)?.paused;
  return paused && paused.on !== "question" ? paused : undefined;
}

function pausedAs(paused: Held): Pick<TaskDoing, "words" | "until"> {
  switch (paused.on) {
    case "approval":
      return { words: "waits for your yes" };
    case "budget":
      return { words: "waits: the budget is used up" };
    case "window":
      return { words: "waits: too long for its model" };
    case "provider":
      return {
        words: `waits for ${paused.scope}`,
        ...(paused.until !== undefined && { until: paused.until }),
      };
    default:
      return assertNever(paused);
  }
}

/** The member who is asked by the author of a task. */
function answererIn(state: State, { id }: Task): SeatId | undefined {
  const question = Object.values(state.questions).find((one) => one.task === id);
  return question && answererOf(state, question)?.id;
}

/** Undefined: it is Huddle's, as checks and landings are. */
function whoseMove(task: Task, state: State): SeatId | undefined {
  if (splittingOf(state, task)) return architectWithTools(state);
  if (huddles.has(task.state)) return undefined;
  const decider = deciderOf(state, task);
  if (decider?.kind === "architect") return decider.seat;
  return isInReview(task.state) ? reviewerFor(state, task)?.id : (answererIn(state, task) ?? task.owner);
}

const huddles: ReadonlySet<TaskState> = new Set(["TESTING", "PREPARE_MERGE", "AWAIT_MERGE"]);

/** What a member does in this state when nothing more precise is known. */
function usually(task: Task, state: State): string {
  if (splittingOf(state, task)) return "divides it";
  switch (task.state) {
    case "SETUP":
      return "gets a worktree";
    case "PLANNING":
      return "plans it";
    case "PLAN_REVIEW":
      return "looks at the plan";
    case "CODING":
      return "thinks";
    case "TESTING":
      return "runs the tests";
    case "CODE_REVIEW":
      return state.threads.some((one) => one.task === task.id && one.purpose === "review")
        ? "reviews"
        : "has it next for review";
    case "PREPARE_MERGE":
      return "sees whether it can land";
    case "AWAIT_MERGE":
      return Object.values(state.effects).some((one) => one.task === task.id && one.kind === "land")
        ? "merges it and tests again"
        : "waits to merge it";
    case "QUESTION":
      return answererIn(state, task) === undefined ? "waits for your answer" : `answers ${task.owner}`;
    case "BUDGET_REVIEW":
    case "BLOCKED":
      return deciderOf(state, task)?.kind === "person" ? "waits for you" : "looks at how it goes on";
    case "HELD":
      return "is with you";
    case "FAILED":
    case "WAITING":
    case "DONE":
    case "CANCELLED":
      return "";
    default:
      return assertNever(task.state);
  }
}
