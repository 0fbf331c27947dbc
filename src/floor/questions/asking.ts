import { type Refusal, refusal } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { defaultQuestions } from "../../core/terms/defaults.ts";
import { isWithoutTalk, reviewerOf } from "../../core/terms/policy.ts";
import { dueAfter, type StepContext } from "../../core/work/step-context.ts";
import type { Pausing } from "../../loop/loop-run.ts";

/**
 * What a question of a task's author means: the task waits for the answer and then goes on where it was asked. In work
 * without a talk the person has said all there is, so the person is asked at once.
 */
export function asking(context: StepContext, task: Task, { session }: State): Pausing | Refusal {
  const { policy, seats } = session;
  const most = policy.questions ?? defaultQuestions;
  if ((task.questions?.length ?? 0) >= most) return refusal(enough(most));
  const member = isWithoutTalk(policy) ? undefined : reviewerOf(seats, task.owner ?? "");
  const asked = moveTask(task, "asked", `asks ${member?.id ?? "the product manager"}`, {
    origin: task.state,
  });
  if (member) return { asked: { to: "architect", task: task.id }, drafts: [asked] };
  const dueAt = dueAfter(context);
  return {
    asked: { to: "human", task: task.id, ...(dueAt !== undefined && { dueAt }) },
    drafts: [asked],
  };
}

function enough(most: number): string {
  const all = most === 1 ? "the one question" : `all ${most} questions`;
  return `Not asked: you have asked ${all} of this task. Decide yourself, as plan and code suggest, and say in your summary what you assumed.`;
}
