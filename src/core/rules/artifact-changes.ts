import { findingText } from "../state/finding-text.ts";
import type { Agreement, Approach, Artifact, Brief, Findings, Scope, TaskPlan } from "../terms/artifacts.ts";
import { partsOf } from "../terms/meeting/agreement.ts";
import type { ArtifactKind } from "../terms/phase.ts";

/** What a person who changed an artifact by hand tells the team. */
export function editWords(kind: ArtifactKind, changes: readonly string[]): string {
  return [`I have changed the ${kind} by hand:`, ...changes.map((line) => `- ${line}`)].join("\n");
}

/**
 * What is different between two versions of an artifact, a line each, with the new words in full: a reader may know the
 * old version only. Empty: nothing is.
 */
export function artifactChanges(before: Artifact | undefined, after: Artifact): readonly string[] {
  switch (after.kind) {
    case "scope":
      return before?.kind === "scope" ? scopeChanges(before.body, after.body) : anew;
    case "tasks":
      return before?.kind === "tasks" ? taskChanges(before.body, after.body) : anew;
    case "approach":
      return before?.kind === "approach" ? approachChanges(before.body, after.body) : anew;
    case "findings":
      return before?.kind === "findings" ? findingChanges(before.body, after.body) : anew;
    case "brief":
      return before?.kind === "brief" ? briefChanges(before.body, after.body) : anew;
    case "agreement":
      return before?.kind === "agreement" ? agreementChanges(before.body, after.body) : anew;
  }
}

const anew = ["written anew"];

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
      ...valueChange("decisions", (was.decisions ?? []).join(", "), (is.decisions ?? []).join(", ")),
      ...listChanges("shown by", was.checks ?? [], is.checks ?? []),
      ...valueChange("files", was.files.join(", "), is.files.join(", ")),
      ...valueChange("after", was.dependsOn.join(", "), is.dependsOn.join(", ")),
    ],
  });
}

function approachChanges(before: Approach, after: Approach): readonly string[] {
  return itemChanges(before.tasks, after.tasks, {
    title: approachWords,
    fields: (was, is) => [
      ...valueChange("approach", approachWords(was), approachWords(is)),
      ...listChanges("interface", was.interfaces, is.interfaces),
    ],
  });
}

/** How a task is to be built, in words. What is left out is the plan's. */
export function approachWords({ approach }: Approach["tasks"][number]): string {
  return approach ?? "as planned";
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
  return JSON.stringify(before) === JSON.stringify(after) ? [] : anew;
}

function agreementChanges(before: Agreement, after: Agreement): readonly string[] {
  const old = partsOf(before);
  return partsOf(after).flatMap((part, index) => artifactChanges(old[index], part));
}
