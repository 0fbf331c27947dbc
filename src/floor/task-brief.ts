import type { State } from "../core/state/state.ts";
import type { PlannedTask } from "../core/terms/artifacts.ts";
import { oneLine } from "../core/text/one-line.ts";
import { hanging } from "../core/text/quoted.ts";
import { approachLines } from "../core/views/documents/artifact-text.ts";

/** A task as its author and its reviewer read it. Words of the plan cannot pass for ours. */
export function taskBrief(task: PlannedTask, state: State): string {
  const [approach = "", ...interfaces] = approachLines(task, state);
  return [
    `Task ${task.id}: ${oneLine(task.title)}`,
    ...(task.requirements.length > 0 ? [`Meets: ${task.requirements.join(", ")}`] : []),
    hanging(approach.replace(/^a/, "A")),
    ...interfaces.map((text) => hanging(text.replace(/^i/, "I"))),
    ...task.avoid.map((text) => `Not: ${hanging(text)}`),
    ...task.done.map((text) => `Done when: ${hanging(text)}`),
    ...(task.files.length > 0 ? [`Files: ${task.files.map(oneLine).join(", ")}`] : []),
  ].join("\n");
}
