import type { Question } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { SeatId } from "../../core/terms/ids.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { pathList } from "../../core/text/path-list.ts";
import { quoted } from "../../core/text/quoted.ts";
import { submitReply } from "../../tools/ends/submit-reply.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";

/** What a member reads first who is asked: the task, what its author has done so far, and the question. */
export function answerOpening(state: State, task: Task, question: Question, seat: SeatId): string {
  const { from, text, options, context, urgency = "medium" } = question;
  const wrote = Object.keys(task.wrote);
  const before = askedBefore(task, question.id);
  return [
    taskBrief(task.plan, state),
    "",
    `You are ${seat}. ${from} builds this task. ${
      wrote.length === 0
        ? "Nothing is written yet."
        : `Written so far, as it stands in the worktree that you read: ${pathList(wrote)}`
    }`,
    ...(before === "" ? [] : [before]),
    "",
    `${from} asks (urgency: ${urgency}):`,
    quoted(text),
    ...(options.length === 0 ? [] : ["It could be:", ...options.map((option) => `- ${oneLine(option)}`)]),
    ...(context === undefined ? [] : [`What ${from} says about it:`, quoted(context)]),
    `${from} waits for your answer. End with ${submitReply.name}.`,
  ].join("\n");
}

/** The same conversation once more, after it ended without an answer. */
export const answerReminder = `The question above has no answer yet. Give it now, with ${submitReply.name}.`;
