import type { PlannedTask } from "../core/terms/artifacts.ts";

/** A task as its author and its reviewer read it. */
export function taskBrief(task: PlannedTask): string {
  return [
    `Task ${task.id}: ${task.title}`,
    `Meets: ${task.requirements.join(", ")}`,
    `Approach: ${task.approach}`,
    ...task.avoid.map((text) => `Not: ${text}`),
    ...task.done.map((text) => `Done when: ${text}`),
    ...(task.files.length > 0 ? [`Files: ${task.files.join(", ")}`] : []),
  ].join("\n");
}
