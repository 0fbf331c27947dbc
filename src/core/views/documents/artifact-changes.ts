import type { Approach, ArtifactBody, Brief, Findings, Scope, TaskPlan } from "../../terms/artifacts.ts";
import type { ArtifactKind } from "../../terms/phase.ts";
import { findingText } from "./artifact-text.ts";
import { fields, listOf, listOrNone, number, optional, type Reading, text, wrong } from "./read-body.ts";

/**
 * What is different between two versions of an artifact, a line each, with the new words in full: whoever reads it
 * may know the old version only. Empty: nothing is. Total: a body that does not fit its kind was "written anew".
 */
export function artifactChanges(kind: ArtifactKind, before: unknown, after: unknown): readonly string[] {
  const [old, next] = [bodies[kind](before), bodies[kind](after)];
  if (old === wrong || next === wrong) return ["written anew"];
  return changesOf[kind](old as ArtifactBody, next as ArtifactBody);
}

/** What is read below. Schemas are not asked: what an old log folds to must not change when one of them does. */
const bodies: Readonly<Record<ArtifactKind, Reading>> = {
  scope: fields({
    summary: text,
    requirements: listOf(fields({ id: text, text, accepted: listOf(text) })),
    openQuestions: listOrNone(text),
    assumptions: listOrNone(text),
    outOfScope: listOrNone(text),
  }),
  tasks: fields({
    tasks: listOf(
      fields({
        id: text,
        title: text,
        requirements: listOf(text),
        approach: text,
        avoid: listOrNone(text),
        done: listOf(text),
        files: listOrNone(text),
        dependsOn: listOrNone(text),
      }),
    ),
  }),
  approach: fields({ tasks: listOf(fields({ task: text, approach: text, interfaces: listOrNone(text) })) }),
  findings: fields({
    summary: text,
    findings: listOrNone(
      fields({ task: text, severity: text, file: optional(text), line: optional(number), text }),
    ),
  }),
  brief: fields({
    title: text,
    brief: text,
    findings: listOrNone(text),
    openQuestions: listOrNone(text),
    outOfScope: listOrNone(text),
  }),
};

type Changes = (before: ArtifactBody, after: ArtifactBody) => readonly string[];

/** Each has the shape of its kind. */
const changesOf: Readonly<Record<ArtifactKind, Changes>> = {
  scope: (before, after) => scopeChanges(before as Scope, after as Scope),
  tasks: (before, after) => taskChanges(before as TaskPlan, after as TaskPlan),
  approach: (before, after) => approachChanges(before as Approach, after as Approach),
  findings: (before, after) => findingChanges(before as Findings, after as Findings),
  brief: (before, after) => briefChanges(before as Brief, after as Brief),
};

function scopeChanges(before: Scope, after: Scope): readonly string[] {
  return [
    ...valueChange("summary", before.summary, after.summary),
    ...itemChanges(before.requirements, after.requirements, {
      title: ({ text }) => text,
      fields: (was, is) => [
        ...valueChange("text", was.text, is.text),
        ...listChanges("accepted when", was.accepted, is.accepted),
      ],
    }),
    ...listChanges("open question", before.openQuestions, after.openQuestions),
    ...listChanges("assumption", before.assumptions, after.assumptions),
    ...listChanges("out of scope", before.outOfScope, after.outOfScope),
  ];
}

function taskChanges(before: TaskPlan, after: TaskPlan): readonly string[] {
  return itemChanges(before.tasks, after.tasks, {
    title: ({ title }) => title,
    fields: (was, is) => [
      ...valueChange("title", was.title, is.title),
      ...valueChange("meets", was.requirements.join(", "), is.requirements.join(", ")),
      ...valueChange("approach", was.approach, is.approach),
      ...listChanges("not to do", was.avoid, is.avoid),
      ...listChanges("done when", was.done, is.done),
      ...valueChange("files", was.files.join(", "), is.files.join(", ")),
      ...valueChange("after", was.dependsOn.join(", "), is.dependsOn.join(", ")),
    ],
  });
}

function approachChanges(before: Approach, after: Approach): readonly string[] {
  const named = ({ tasks }: Approach) => tasks.map((one) => ({ ...one, id: one.task }));
  return itemChanges(named(before), named(after), {
    title: ({ approach }) => approach,
    fields: (was, is) => [
      ...valueChange("approach", was.approach, is.approach),
      ...listChanges("interface", was.interfaces, is.interfaces),
    ],
  });
}

/** Findings have no ids: one that changed is one that went and one that came. */
function findingChanges(before: Findings, after: Findings): readonly string[] {
  return [
    ...valueChange("summary", before.summary, after.summary),
    ...listChanges("finding", before.findings.map(findingText), after.findings.map(findingText)),
  ];
}

interface Wording<T> {
  title(item: T): string;
  fields(was: T, is: T): readonly string[];
}

/** Items with ids: which came, which went, and in those that stayed, what is different. */
function itemChanges<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  { title, fields }: Wording<T>,
): readonly string[] {
  const byId = (items: readonly T[]) => new Map(items.map((item) => [item.id, item]));
  const [old, next] = [byId(before), byId(after)];
  const changed = after.flatMap((item) => {
    const was = old.get(item.id);
    return was ? fields(was, item).map((what) => `changed ${item.id}: ${what}`) : [];
  });
  return [
    ...after.filter(({ id }) => !old.has(id)).map((item) => `added ${item.id}: ${title(item)}`),
    ...before.filter(({ id }) => !next.has(id)).map((item) => `removed ${item.id}: ${title(item)}`),
    ...changed,
    ...orderChange(
      before.map(({ id }) => id),
      after.map(({ id }) => id),
    ),
  ];
}

/** Told only where the order of what stayed is another one. */
function orderChange(before: readonly string[], after: readonly string[]): readonly string[] {
  const stayed = before.filter((id) => after.includes(id)).join();
  return stayed === after.filter((id) => before.includes(id)).join()
    ? []
    : [`in another order: ${after.join(", ")}`];
}

function valueChange(name: string, was: string, is: string): readonly string[] {
  return was === is ? [] : [`${name}: ${is === "" ? "nothing" : is}`];
}

function listChanges(name: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const [old, next] = [new Set(before), new Set(after)];
  const came = [...next].filter((text) => !old.has(text)).map((text) => `added ${name}: ${text}`);
  const went = [...old].filter((text) => !next.has(text)).map((text) => `removed ${name}: ${text}`);
  if (came.length + went.length > 0) return [...came, ...went];
  return before.join("\n") === after.join("\n") ? [] : [`${name}: in another order`];
}

function briefChanges(before: Brief, after: Brief): readonly string[] {
  return JSON.stringify(before) === JSON.stringify(after) ? [] : ["written anew"];
}
