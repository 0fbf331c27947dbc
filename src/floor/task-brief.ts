import { isWholeBrief } from "../core/rules/one-task.ts";
import type { State } from "../core/state/state.ts";
import type { Task } from "../core/state/task.ts";
import type { PlannedTask } from "../core/terms/artifacts.ts";
import type { QuestionId } from "../core/terms/ids.ts";
import { oneLine } from "../core/text/one-line.ts";
import { hanging } from "../core/text/quoted.ts";
import { approachLines } from "../core/views/documents/artifact-text.ts";

/** A task as its author and its reviewer read it. Words of the plan cannot pass for ours. */
export function taskBrief(task: PlannedTask, state: State): string {
  const [approach = "", ...interfaces] = approachLines(task, state);
  const first = isWholeBrief(task, state)
    ? [`Task ${task.id}: what the brief says. What it leaves open is the engineer's to choose.`]
    : [
        `Task ${task.id}: ${oneLine(task.title)}`,
        ...(task.requirements.length > 0 ? [`Meets: ${task.requirements.join(", ")}`] : []),
        hanging(approach.replace(/^a/, "A")),
      ];
  return [
    ...first,
    ...interfaces.map((text) => hanging(text.replace(/^i/, "I"))),
    ...task.avoid.map((text) => `Not: ${hanging(text)}`),
    ...task.done.map((text) => `Done when: ${hanging(text)}`),
    ...(task.checks ?? []).map((text) => `Shown by: ${hanging(text)}`),
    ...(task.files.length > 0 ? [`Files: ${task.files.map(oneLine).join(", ")}`] : []),
  ].join("\n");
}

/** What was asked about a task and answered, for others who work on it or judge it. Empty: nothing. */
export function askedBefore({ questions = [] }: Task, except?: QuestionId): string {
  const lines = questions.flatMap(({ id, text, answer }) => {
    if (!answer || id === except) return [];
    const by = answer.by === "human" ? "The product manager" : answer.by;
    return [`- ${hanging(text)}\n  ${by} answered: ${hanging(answer.text)}`];
  });
  return lines.length === 0 ? "" : ["Asked about this task, and answered:", ...lines].join("\n");
}
