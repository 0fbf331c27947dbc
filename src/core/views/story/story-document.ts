import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { Approach, Brief, Findings, Scope, TaskPlan } from "../../terms/artifacts.ts";
import { needsPerson } from "../../terms/policy.ts";
import { layersOf } from "../../terms/task-graph.ts";
import { findingText } from "../documents/artifact-text.ts";
import { drawnTasks } from "../plan/plan-graph.ts";
import { type StoryLine, storyLine } from "./story-line.ts";

/** What a phase came to, as people read it. Bodies were validated by the schema of their kind when handed in. */
export function documentLine(
  fact: Fact,
  event: EventOf<"artifact.submitted">,
  after: State,
): readonly StoryLine[] {
  const version = event.version > 1 ? ` (version ${event.version})` : "";
  // What a person wrote is accepted as it is written.
  const waits = fact.actor !== "human" && needsPerson(after.session.policy.pace, event.kind);
  const artifact = { kind: event.kind, waits };
  const line = (text: string, more: Partial<Pick<StoryLine, "rows" | "graph">>) => [
    storyLine(fact, "document", `${text}${version}`, { artifact, ...more }),
  ];
  switch (event.kind) {
    case "scope": {
      const scope = event.body as Scope;
      return line(`The scope: ${scope.summary}`, { rows: scopeRows(scope) });
    }
    case "tasks": {
      const { tasks } = event.body as TaskPlan;
      const layers = layersOf(tasks).length;
      return line(`The plan: ${tasks.length} tasks in ${layers} ${layers === 1 ? "layer" : "layers"}`, {
        graph: drawnTasks(event.body as TaskPlan, after),
      });
    }
    case "approach":
      return line("The approach", {
        rows: (event.body as Approach).tasks.map(({ task, approach }) => `${task}  ${approach}`),
      });
    case "findings": {
      const { summary, findings } = event.body as Findings;
      return line(`The review: ${summary}`, { rows: findings.map(findingText) });
    }
    case "brief": {
      const brief = event.body as Brief;
      return line(`The brief: ${brief.title}`, { rows: briefRows(brief) });
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

function briefRows({ brief, findings, openQuestions, outOfScope }: Brief): readonly string[] {
  return [
    ...brief.split("\n"),
    ...findings.map((text) => `found out: ${text}`),
    ...openQuestions.map((text) => `open: ${text}`),
    ...outOfScope.map((text) => `not now: ${text}`),
  ];
}
