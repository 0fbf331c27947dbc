import { approachWords } from "../../rules/artifact-changes.ts";
import { findingText } from "../../state/finding-text.ts";
import type { State } from "../../state/state.ts";
import type {
  Agreement,
  Approach,
  Artifact,
  Brief,
  Findings,
  PlannedTask,
  Scope,
  TaskPlan,
} from "../../terms/artifacts.ts";
import { partsOf } from "../../terms/meeting/agreement.ts";
import { isDone } from "../../terms/task-machine.ts";
import { oneLine } from "../../text/one-line.ts";
import { hanging, quoted } from "../../text/quoted.ts";

/** An artifact for people to read, as Markdown. Texts are indented, so none can look like a heading of ours. */
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
    case "agreement":
      return agreementText(body);
  }
}

export function briefText(brief: Brief): string {
  return [`# ${oneLine(brief.title)}`, briefBody(brief)].join("\n");
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
    (one) =>
      `- ${one.id}: ${hanging(one.text)}\n${one.accepted.map((text) => `  - ${hanging(text)}`).join("\n")}`,
  );
  return [
    "# Scope",
    quoted(scope.summary),
    "## Requirements, and what shows that they hold",
    ...requirements,
    ...list("Assumptions", scope.assumptions),
    ...list("Open questions", scope.openQuestions),
    ...list("Out of scope", scope.outOfScope),
  ].join("\n");
}

/** `state`: adds who has each task. `agreed`: replaces what was planned by the approach that was agreed on later. */
export function planText(
  plan: TaskPlan,
  state?: State,
  agreed: Approach | undefined = state?.accepted.approach?.body,
): string {
  const tasks = plan.tasks.map((task) => {
    const { owner, state: at, disposition } = state?.tasks[task.id] ?? {};
    const cameTo = disposition === "satisfied" ? ", already done" : ", landed";
    const after = task.dependsOn.length > 0 ? ` (after ${task.dependsOn.join(", ")})` : "";
    const lines = [
      `- ${task.id}: ${oneLine(task.title)}${after}${owner ? `, ${owner}` : ""}${at && isDone(at) ? cameTo : ""}`,
      ...(task.requirements.length > 0 ? [`  - meets: ${task.requirements.join(", ")}`] : []),
      ...linesOf(task, agreed).map((line) => `  - ${hanging(line)}`),
    ];
    return [
      ...lines,
      ...task.avoid.map((text) => `  - not: ${hanging(text)}`),
      ...task.done.map((text) => `  - done when: ${hanging(text)}`),
      ...(task.checks ?? []).map((text) => `  - shown by: ${hanging(text)}`),
      ...(task.decisions?.length ? [`  - decisions: ${task.decisions.join(", ")}`] : []),
      ...(task.files.length > 0 ? [`  - files: ${task.files.map(oneLine).join(", ")}`] : []),
    ].join("\n");
  });
  return ["# Tasks", ...tasks].join("\n");
}

/** How a task is built: as agreed, else as planned. One text, however often it was discussed. */
export function approachLines(task: PlannedTask, state?: State): readonly string[] {
  return linesOf(task, state?.accepted.approach?.body);
}

function linesOf(task: PlannedTask, approach: Approach | undefined): readonly string[] {
  const agreed = approach?.tasks.find((one) => one.id === task.id);
  return [
    `approach: ${agreed?.approach ?? task.approach}`,
    ...(agreed?.interfaces ?? []).map((text) => `interface: ${text}`),
  ];
}

export function approachText(approach: Approach): string {
  const tasks = approach.tasks.map((one) =>
    [
      `- ${one.id}: ${hanging(approachWords(one))}`,
      ...one.interfaces.map((text) => `  - ${hanging(text)}`),
    ].join("\n"),
  );
  return ["# Agreed approaches", ...tasks].join("\n");
}

/** The plan names the interfaces that were agreed with it. */
function agreementText(agreement: Agreement): string {
  const [scope, tasks, approach] = partsOf(agreement);
  return [scopeText(scope.body), "", planText(tasks.body, undefined, approach.body)].join("\n");
}

/** What the last review of the whole found. Each finding is fixed or left as it is, so no later review has to find it again. */
export function findingsText({ summary, findings }: Findings): string {
  const lines = findings.map((finding) => `- ${hanging(findingText(finding))}`);
  return ["# Review", quoted(summary), ...lines].join("\n");
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length > 0 ? [`## ${title}`, ...items.map((item) => `- ${hanging(item)}`)] : [];
}
