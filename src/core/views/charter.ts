import { z } from "zod";
import { toArray } from "../appended.ts";
import type { Approach, Brief, Findings, Scope, TaskPlan } from "../artifacts.ts";
import type { Instructions } from "../ports.ts";
import type { ToolSpec } from "../request.ts";
import type { Decision, Deferred, State } from "../state.ts";
import { tasksInOrder } from "../tasks-in-order.ts";
import { findingText } from "./artifact-changes.ts";
import { instructionsText } from "./instructions.ts";
import { decisionText, inForce } from "./noted.ts";

/** The rules of a phase or a thread as a model gets them. Kept as a side file, cited by hash, so prompts re-render. */
const charterSchema = z.object({
  system: z.string(),
  coach: z.string(),
  artifact: z.string(),
  tools: z.array(z.object({ name: z.string(), description: z.string(), schema: z.unknown() })),
  roles: z.record(z.string(), z.string()).optional(),
  moments: z.record(z.string(), z.string()).optional(),
});
export interface Charter {
  readonly system: string;
  /** Rules that only the coach gets, at the end of its request. */
  readonly coach: string;
  /** What is asked of whoever writes the artifact. */
  readonly artifact: string;
  readonly tools: readonly ToolSpec[];
  /** Rules of a role, by its name, at the end of its requests. Older sessions have none. */
  readonly roles?: Readonly<Record<string, string>>;
  /** What is asked at a moment of its own, by its name: `sizing`, `volunteer`. */
  readonly moments?: Readonly<Record<string, string>>;
}

export function parseCharter(text: string): Charter {
  const { roles, moments, ...rest } = charterSchema.parse(JSON.parse(text));
  return { ...rest, ...(roles && { roles }), ...(moments && { moments }) };
}

export function charterText(charter: Charter): string {
  return JSON.stringify(charter);
}

/** The part of a request that is the same for everybody: rules, the project's own instructions, what was agreed. */
export function systemText(
  rules: readonly string[],
  instructions: Instructions | undefined,
  state: State,
): string {
  const parts = [...rules.map((text) => text.trim()), instructionsText(instructions), basisText(state)];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What a phase or a task starts from: the brief, the artifacts of earlier phases, the decisions. No chatter. */
export function basisText(state: State): string {
  const { brief, scope, approach, findings } = state.artifacts;
  const plans = tasksInOrder(state).map((task) => task.plan);
  const parts = [
    `# The brief\n${state.session.title}\n${state.session.brief}`,
    // Bodies were validated by the schema of their kind when they were handed in.
    brief?.settled?.verdict === "accepted" ? cameTo(brief.body as Brief) : "",
    scope?.settled?.verdict === "accepted" ? scopeText(scope.body as Scope) : "",
    plans.length > 0 ? planText({ tasks: plans }, state) : "",
    approach?.settled?.verdict === "accepted" ? approachText(approach.body as Approach) : "",
    findings?.settled?.verdict === "accepted" ? findingsText(findings.body as Findings) : "",
    decisionsText(toArray(state.ledger)),
    deferredText(toArray(state.deferred)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** An exploration that is taken up again begins with what it has come to. */
function cameTo(brief: Brief): string {
  return ["# What this exploration has come to so far", brief.title, briefBody(brief)].join("\n");
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
      `- ${task.id}: ${task.title}${after}${owner ? `, ${owner}` : ""}${at === "DONE" ? ", landed" : ""}`,
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

/** What the last review of the whole found. It is built, or it stays as it is: nobody finds it a second time. */
export function findingsText({ summary, findings }: Findings): string {
  const lines = findings.map((finding) => `- ${findingText(finding)}`);
  return ["# Review", summary, ...lines].join("\n");
}

function deferredText(points: readonly Deferred[]): string {
  if (points.length === 0) return "";
  return ["# Put off", ...points.map(({ topic, why }) => `- ${topic}: ${why}`)].join("\n");
}

function decisionsText(decisions: readonly Decision[]): string {
  if (decisions.length === 0) return "";
  return ["# Decisions", ...inForce(decisions).map((one) => `- ${one.id}: ${decisionText(one)}`)].join("\n");
}

function list(title: string, items: readonly string[]): readonly string[] {
  return items.length > 0 ? [`## ${title}`, ...items.map((item) => `- ${item}`)] : [];
}
