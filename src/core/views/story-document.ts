import type { Approach, Findings, Scope, TaskPlan } from "../artifacts.ts";
import { assignTasks } from "../assign-tasks.ts";
import type { EventOf } from "../events.ts";
import type { Fact } from "../fact.ts";
import type { State } from "../state.ts";
import { layersOf } from "../task-graph.ts";
import { findingText } from "./artifact-changes.ts";
import { type StoryLine, storyLine } from "./story-line.ts";

/** What a phase came to, as people read it. Bodies were validated by the schema of their kind when handed in. */
export function documentLine(
  fact: Fact,
  event: EventOf<"artifact.submitted">,
  after: State,
): readonly StoryLine[] {
  const version = event.version > 1 ? ` (version ${event.version})` : "";
  const line = (text: string, rows: readonly string[]) => [
    storyLine(fact, "document", `${text}${version}`, { rows }),
  ];
  switch (event.kind) {
    case "scope": {
      const scope = event.body as Scope;
      return line(`The scope: ${scope.summary}`, scopeRows(scope));
    }
    case "tasks": {
      const { tasks } = event.body as TaskPlan;
      const layers = layersOf(tasks).length;
      return line(
        `The plan: ${tasks.length} tasks in ${layers} ${layers === 1 ? "layer" : "layers"}`,
        planRows(event.body as TaskPlan, after),
      );
    }
    case "approach":
      return line(
        "The approach",
        (event.body as Approach).tasks.map(({ task, approach }) => `${task}  ${approach}`),
      );
    case "findings": {
      const { summary, findings } = event.body as Findings;
      return line(`The review: ${summary}`, findings.map(findingText));
    }
  }
}

function scopeRows(scope: Scope): readonly string[] {
  return [
    ...scope.requirements.map(({ id, text }) => `${id}  ${text}`),
    ...scope.openQuestions.map((text) => `open: ${text}`),
    ...scope.assumptions.map((text) => `assumed: ${text}`),
    ...scope.outOfScope.map((text) => `not now: ${text}`),
  ];
}

/** The plan as layers: what a bracket holds together can be built side by side. Who takes what is what accepting gives. */
function planRows(plan: TaskPlan, state: State): readonly string[] {
  const owners = new Map(assignTasks(plan.tasks, state.session.seats).map(({ task, seat }) => [task, seat]));
  const ids = widest(plan.tasks.map((task) => task.id));
  const titles = widest(plan.tasks.map((task) => task.title));
  const names = widest([...owners.values()]);
  return layersOf(plan.tasks).flatMap((layer) =>
    layer.map((task, index) => {
      const after = task.dependsOn.length > 0 ? `after ${task.dependsOn.join(" ")}` : "";
      const owner = owners.get(task.id) ?? "";
      return `${bracket(index, layer.length)} ${task.id.padEnd(ids)}  ${task.title.padEnd(titles)}  ${owner.padEnd(names)}  ${after}`.trimEnd();
    }),
  );
}

function bracket(index: number, count: number): string {
  if (count === 1) return "─";
  if (index === 0) return "┌";
  return index === count - 1 ? "└" : "│";
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
