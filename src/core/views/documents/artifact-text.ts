import { findingText } from "../../rules/finding-text.ts";
import type { State } from "../../state/state.ts";
import type { Approach, Artifact, Brief, Findings, Scope, TaskPlan } from "../../terms/artifacts.ts";
import { isDone } from "../../terms/task-machine.ts";

/** An artifact for people to read, as Markdown. */
export function artifactText({ kind, body }: Artifact): string {
  switch (kind) {
    case "scope":
      return scopeText(body);
    case "tasks":
      return planText(body);
    case "approach":
      return approachText(body);
    case "findings":
      return findingsText(body);
    case "brief":
      return briefText(body);
  }
}

export function briefText(brief: Brief): string {
  return [`# ${brief.title}`, briefBody(brief)].join("\n");
}

/** All but the title. */
export function briefBody(brief: Brief): string {
  return [
    brief.brief,
    ...list("Found out", brief.findings),
    ...list("Open questions", brief.openQuestions),
    ...list("Out of scope", brief.outOfScope),
  ].join("\n");
}

export function scopeText(scope: Scope): string {
  const requirements = scope.requirements.map(
    (one) => `- ${one.id}: ${one.text}\n${one.accepted.map((text) => `  - ${text}`).join("\n")}`,
  );
  return [
    "# Scope",
    scope.summary,
    "## Requirements, and what shows that they hold",
    ...requirements,
    ...list("Assumptions", scope.assumptions),
    ...list("Open questions", scope.openQuestions),
    ...list("Out of scope", scope.outOfScope),
  ].join("\n");
}

export function planText(plan: TaskPlan, state?: State): string {
  const tasks = plan.tasks.map((task) => {
    const { owner, state: at } = state?.tasks[task.id] ?? {};
    const after = task.dependsOn.length > 0 ? ` (after ${task.dependsOn.join(", ")})` : "";
    const lines = [
      `- ${task.id}: ${task.title}${after}${owner ? `, ${owner}` : ""}${at && isDone(at) ? ", landed" : ""}`,
      `  - meets: ${task.requirements.join(", ")}`,
      `  - approach: ${task.approach}`,
    ];
    return [
      ...lines,
      ...task.avoid.map((text) => `  - not: ${text}`),
      ...task.done.map((text) => `  - done when: ${text}`),
      ...(task.files.length > 0 ? [`  - files: ${task.files.join(", ")}`] : []),
    ].join("\n");
  });
  return ["# Tasks", ...tasks].join("\n");
}

export function approachText(approach: Approach): string {
  const tasks = approach.tasks.map((one) =>
    [`- ${one.task}: ${one.approach}`, ...one.interfaces.map((text) => `  - ${text}`)].join("\n"),
  );
  return ["# Agreed approaches", ...tasks].join("\n");
}

/** What the last review of the whole found. Each finding is fixed or left as it is, so no later review has to find it again. */
export function findingsText({ summary, findings }: Findings): string {
  const lines = findings.map((finding) => `- ${findingText(finding)}`);
  return ["# Review", summary, ...lines].join("\n");
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length > 0 ? [`## ${title}`, ...items.map((item) => `- ${item}`)] : [];
}
