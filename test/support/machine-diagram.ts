import { type TaskState, taskStates, transitions } from "../../src/core/terms/task-machine.ts";

const leftOut: ReadonlySet<string> = new Set(["cancelled", "held", "split"]);

/**
 * The table of a task as a Mermaid diagram, one arrow for each pair of states. Left out are `cancelled`, `held` and `split`,
 * which lead from every state that is not over. A move to its origin has no arrow either, because it leads to several states.
 */
export function machineDiagram(): string {
  return ["stateDiagram-v2", ...taskStates.flatMap(arrowsFrom)].join("\n");
}

function arrowsFrom(from: TaskState): readonly string[] {
  const arrows = new Map<TaskState, string[]>();
  for (const [trigger, to] of Object.entries(transitions[from])) {
    if (to === "origin" || leftOut.has(trigger)) continue;
    arrows.set(to, [...(arrows.get(to) ?? []), trigger]);
  }
  return [...arrows].map(([to, triggers]) => `  ${from} --> ${to}: ${triggers.join(", ")}`);
}

/** The moves that the diagram leaves out, because they lead back to where a task came from. */
export function movesToOrigin(): readonly (readonly [from: TaskState, trigger: string])[] {
  return taskStates.flatMap((from) =>
    Object.entries(transitions[from]).flatMap(([trigger, to]) =>
      to === "origin" ? [[from, trigger] as const] : [],
    ),
  );
}
