import type { Draft } from "../../facts/fact.ts";
import type { Return, Task } from "../../state/task.ts";
import type { Returning } from "../../terms/task-machine.ts";
import { clipped } from "../../text/clipped.ts";
import { moveTask } from "../move-task.ts";

/** Attempts at a task before only a person can start another one. */
export const mostAttempts = 3;

/** Whether a task that led nowhere may start afresh without a person. */
export function hasAttemptsLeft({ tries = 0 }: Task): boolean {
  return tries + 1 < mostAttempts;
}

/** The task starts afresh, with what was learned; after its last attempt it has failed. */
export function requeueTask(task: Task, why: string): Draft {
  return hasAttemptsLeft(task)
    ? moveTask(task, "requeued", why, { attempt: task.attempt + 1, learned: lessonOf(task, why) })
    : moveTask(task, "exhausted", why, { feedback: why });
}

/** A reviewer says that no change can mend it: it starts afresh, as after any attempt that led nowhere. */
export function rejectTask(task: Task, why: string): Draft {
  return hasAttemptsLeft(task)
    ? moveTask(task, "rejected", why, { attempt: task.attempt + 1, learned: lessonOf(task, why) })
    : moveTask(task, "exhausted", why, { feedback: why });
}

/** The task starts afresh in the architect's words. That is an attempt, too, so it cannot go on for ever. */
export function rewrittenTask(task: Task, why: string): Draft {
  const lesson = lessonOf(task, task.feedback ?? "it could not be done as planned");
  const learned = `${lesson}\nThe architect has rewritten the task since: ${clipped(why, mostWords)}`;
  return moveTask(task, "rewritten", why, { attempt: task.attempt + 1, learned });
}

/** A person has a task that failed started afresh. */
export function retryTask(task: Task): Draft {
  const learned = lessonOf(task, task.feedback ?? "nobody said why");
  const carried = { attempt: task.attempt + 1, learned };
  return { ...moveTask(task, "retried", "from the start", carried), actor: "human" };
}

const mostReturns = 3;
const mostWords = 600;

/** What the next attempt should know of this one: how it ended, what came back last, and what was decided about it. */
function lessonOf({ returns, judged = [] }: Task, why: string): string {
  return [
    `It ended because: ${clipped(why, mostWords)}`,
    ...returns.slice(-mostReturns).map(returnLine),
    ...judged.slice(-1).map(({ seat, words }) => `${seat} said about it: ${clipped(words, mostWords)}`),
  ].join("\n");
}

function returnLine({ trigger, words }: Return): string {
  return `It came back because of ${returnWords[trigger]}: ${clipped(words, mostWords)}`;
}

const returnWords: Readonly<Record<Returning, string>> = {
  failed: "its checks",
  changes: "its review",
  refused: "a person's no",
  conflict: "a conflict at landing",
  red: "its checks at landing",
  lost: "lost work",
};
