import { z } from "zod";
import { oneLine } from "../text/one-line.ts";
import type { ArtifactKind } from "./phase.ts";
import { describeGraphFault, graphFaults, mostTasks } from "./task-graph.ts";

const requirementId = z.string().regex(/^r[0-9]{1,3}$/, "a requirement id is r and a number, such as r1");
const taskIdSchema = z.string().regex(/^t[0-9]{1,3}$/, "a task id is t and a number, such as t1");
const decisionId = z.string().regex(/^d#?[0-9]{1,9}$/, "a decision id is d and a number, such as d41");
const line = z.string().min(1).max(600);
/** These stand on one line wherever they are shown. */
const title = z.string().overwrite(oneLine).min(1).max(120);
const fileName = z.string().overwrite(oneLine);

export const scopeSchema = z.object({
  summary: line,
  requirements: z
    .array(
      z.object({
        id: requirementId,
        text: line,
        accepted: z.array(line).min(1).describe("how one sees that it holds"),
      }),
    )
    .min(1)
    .max(40),
  openQuestions: z.array(line).default([]),
  assumptions: z.array(line).default([]),
  outOfScope: z.array(line).default([]),
});
export type Scope = z.infer<typeof scopeSchema>;

const plannedTaskSchema = z.object({
  id: taskIdSchema,
  title,
  requirements: z.array(requirementId),
  approach: line,
  avoid: z.array(line).default([]).describe("what not to do"),
  done: z.array(line).min(1).describe("done criteria"),
  decisions: z.array(decisionId).optional(),
  checks: z.array(line).optional(),
  files: z.array(fileName).default([]),
  dependsOn: z.array(taskIdSchema).default([]),
});
/** As it stands in the log. `mends`: it was made from what a review of the whole found in this task. */
export const recordedTaskSchema = plannedTaskSchema.extend({ mends: taskIdSchema.optional() });
export type PlannedTask = z.infer<typeof recordedTaskSchema>;

/** What the architect may say in other words: what a task is for and where it stands in the plan stay. */
export const taskPatchSchema = z.object({
  title: title.optional(),
  approach: line.optional(),
  avoid: z.array(line).optional().describe("what not to do"),
  done: z.array(line).min(1).optional().describe("done criteria"),
  files: z.array(fileName).optional(),
});
export type TaskPatch = z.infer<typeof taskPatchSchema>;

/** Parts of one task. */
export const mostParts = 8;

/** A smaller task that takes a part of another one's work. Others are named by their place, which counts from 1. */
export const partSchema = z.object({
  title,
  approach: line,
  requirements: z.array(requirementId).default([]).describe("of the task's requirements, those it serves"),
  carries: z
    .array(z.int().positive())
    .default([])
    .describe("of the task's numbered criteria, those it takes over"),
  done: z.array(line).default([]).describe("more done criteria, its own"),
  files: z.array(fileName).default([]),
  after: z.array(z.int().positive()).default([]).describe("numbers of earlier parts that it builds on"),
});
export type Part = z.infer<typeof partSchema>;

export const tasksSchema = z.object({ tasks: z.array(plannedTaskSchema).min(1).max(mostTasks) });
export type TaskPlan = z.infer<typeof tasksSchema>;

export const approachSchema = z.object({
  tasks: z
    .array(
      z.object({
        id: taskIdSchema,
        approach: line.optional().describe("in full, in place of the plan's; left out: as planned"),
        interfaces: z.array(line).default([]),
      }),
    )
    .min(1),
});
export type Approach = z.infer<typeof approachSchema>;

export const findingsSchema = z.object({
  summary: line,
  findings: z
    .array(
      z.object({
        task: taskIdSchema,
        severity: z.enum(["blocking", "minor"]),
        file: fileName.optional(),
        line: z.int().positive().optional(),
        text: line,
      }),
    )
    .default([]),
});
export type Findings = z.infer<typeof findingsSchema>;

/** What an exploration came to: enough to start an iteration from. */
export const briefSchema = z.object({
  title,
  brief: z.string().min(1).max(4_000).describe("what is to be built, for whom, and why"),
  findings: z.array(line).max(40).default([]).describe("what was found out or decided"),
  openQuestions: z.array(line).max(40).default([]),
  outOfScope: z.array(line).max(40).default([]),
});
export type Brief = z.infer<typeof briefSchema>;

/** Scope and plan in one, with what a task promises to the tasks that touch it. */
export const agreementSchema = z.object({
  scope: scopeSchema,
  tasks: z
    .array(
      plannedTaskSchema.extend({
        interfaces: z.array(line).default([]).describe("what other tasks rely on, exactly"),
      }),
    )
    .min(1)
    .max(mostTasks),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** The artifacts there are. The kind says what the body is, so no reader has to. */
export const artifactSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("scope"), body: scopeSchema }),
  z.object({ kind: z.literal("tasks"), body: tasksSchema }),
  z.object({ kind: z.literal("approach"), body: approachSchema }),
  z.object({ kind: z.literal("findings"), body: findingsSchema }),
  z.object({ kind: z.literal("brief"), body: briefSchema }),
  z.object({ kind: z.literal("agreement"), body: agreementSchema }),
]);
export type Artifact = z.infer<typeof artifactSchema>;
export type ArtifactOf<K extends ArtifactKind> = Extract<Artifact, { kind: K }>;

/** What an artifact is held against. `tasks`: ids of all there are, also of those that came from a review. */
export interface Basis {
  readonly scope?: Scope;
  readonly plan?: TaskPlan;
  readonly tasks?: readonly string[];
  /** Ids of the tasks that nobody builds any more. */
  readonly over?: readonly string[];
  /** Ids of all decisions, also of those that were replaced since. */
  readonly decisions?: readonly string[];
}

/** What is wrong with an artifact that fits its schema, in words the coach can act on. Empty: nothing. */
export function artifactFaults({ kind, body }: Artifact, basis: Basis): readonly string[] {
  switch (kind) {
    case "scope":
      return doubled(
        body.requirements.map((requirement) => requirement.id),
        "requirements",
      );
    case "tasks":
      return taskFaults(body, basis);
    case "approach":
      return approachFaults(body, basis);
    case "findings":
      return unknownTasks(
        body.findings.map((finding) => finding.task),
        basis.plan,
        basis.tasks,
      );
    case "brief":
      return [];
    case "agreement":
      // Its tasks are held against its own scope.
      return [
        ...artifactFaults({ kind: "scope", body: body.scope }, basis),
        ...taskFaults({ tasks: body.tasks }, { ...basis, scope: body.scope }),
      ];
  }
}

function taskFaults(plan: TaskPlan, { scope, decisions, over = [] }: Basis): readonly string[] {
  const wanted = new Set(scope?.requirements.map((requirement) => requirement.id) ?? []);
  const covered = new Set(plan.tasks.flatMap((task) => task.requirements));
  // What was built for a requirement that is gone since cannot be planned in another way any more.
  const open = plan.tasks.filter(({ id }) => !over.includes(id));
  const unknown = [...new Set(open.flatMap((task) => task.requirements))]
    .filter((id) => !wanted.has(id))
    .map((id) => `There is no requirement ${id} in the scope.`);
  const uncovered = [...wanted]
    .filter((id) => !covered.has(id))
    .map((id) => `No task meets requirement ${id}.`);
  const cited = new Set(plan.tasks.flatMap((task) => task.decisions ?? []));
  const undecided = [...cited]
    .filter((id) => decisions !== undefined && !decisions.includes(id))
    .map((id) => `There is no decision ${id}.`);
  return [...graphFaults(plan.tasks).map(describeGraphFault), ...unknown, ...uncovered, ...undecided];
}

function approachFaults(approach: Approach, { plan, over = [] }: Basis): readonly string[] {
  const named = approach.tasks.map((task) => task.id);
  const missing = (plan?.tasks ?? [])
    .filter(({ id }) => !named.includes(id) && !over.includes(id))
    .map((task) => `Task ${task.id} has no approach.`);
  return [...doubled(named, "approaches"), ...unknownTasks(named, plan), ...missing];
}

function unknownTasks(
  named: readonly string[],
  plan: TaskPlan | undefined,
  others: readonly string[] = [],
): readonly string[] {
  const known = new Set([...(plan?.tasks.map((task) => task.id) ?? []), ...others]);
  return [...new Set(named)].filter((id) => !known.has(id)).map((id) => `There is no task ${id}.`);
}

function doubled(ids: readonly string[], what: string): readonly string[] {
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  return [...new Set(twice)].map((id) => `Two ${what} have the id ${id}.`);
}
