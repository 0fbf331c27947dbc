import type {
  Agreement,
  Approach,
  Artifact,
  Brief,
  Findings,
  PlannedTask,
  Scope,
} from "../../terms/artifacts.ts";
import { headings } from "./headings.ts";
import { kept } from "./kept-text.ts";
import { partName, pointLines, proseLines } from "./markdown.ts";

/** An artifact as Markdown that `readForm` reads back to the same artifact. Lists that are empty stand there, too. */
export function writeForm({ kind, body }: Artifact): string {
  switch (kind) {
    case "scope":
      return scopeForm(body);
    case "tasks":
      return blocks([`# ${headings.tasks}`, ...body.tasks.map((task) => taskForm(task))]);
    case "approach":
      return approachForm(body);
    case "findings":
      return findingsForm(body);
    case "brief":
      return briefForm(body);
    case "agreement":
      return agreementForm(body);
  }
}

function scopeForm(scope: Scope): string {
  const { requirements: heading } = headings;
  const requirements = scope.requirements.flatMap(({ id, text, accepted }) => [
    pointLines(`${id}: ${kept(text)}`, 0, heading),
    ...accepted.map((one) => pointLines(kept(one), 1, heading)),
  ]);
  return blocks([
    `# ${headings.scope}`,
    proseLines(kept(scope.summary)),
    [`## ${heading}`, ...requirements].join("\n"),
    list(headings.assumptions, scope.assumptions),
    list(headings.openQuestions, scope.openQuestions),
    list(headings.outOfScope, scope.outOfScope),
  ]);
}

function taskForm(task: PlannedTask, interfaces: readonly string[] = []): string {
  const heading = `${task.id}: ${kept(task.title)}`;
  const lines = [
    named("meets", task.requirements),
    named("after", task.dependsOn),
    `approach: ${kept(task.approach)}`,
    ...each("interface", interfaces),
    ...each("not", task.avoid),
    ...each("done when", task.done),
    ...(task.checks?.length === 0 ? ["shown by:"] : each("shown by", task.checks ?? [])),
    ...(task.decisions === undefined ? [] : [named("decisions", task.decisions)]),
    named("files", task.files),
  ];
  return [`## ${heading}`, ...lines.map((line) => pointLines(line, 0, ""))].join("\n");
}

function approachForm({ tasks }: Approach): string {
  const parts = tasks.map(({ id, approach, interfaces }) => {
    const lines = [
      ...(approach === undefined ? [] : [`approach: ${kept(approach)}`]),
      ...each("interface", interfaces),
    ];
    return [`## ${id}`, ...lines.map((line) => pointLines(line, 0, ""))].join("\n");
  });
  return blocks([`# ${headings.approach}`, ...parts]);
}

function findingsForm({ summary, findings }: Findings): string {
  const { findings: heading } = headings;
  const points = findings.flatMap(({ task, severity, file, line, text }) => [
    pointLines(`${task}, ${severity}: ${kept(text)}`, 0, heading),
    ...(file === undefined ? [] : [pointLines(`file: ${kept(file)}`, 1, heading)]),
    ...(line === undefined ? [] : [pointLines(`line: ${line}`, 1, heading)]),
  ]);
  return blocks([`# ${headings.review}`, proseLines(kept(summary)), [`## ${heading}`, ...points].join("\n")]);
}

function briefForm(brief: Brief): string {
  return blocks([
    `# ${kept(brief.title)}`,
    proseLines(kept(brief.brief)),
    list(headings.foundOut, brief.findings),
    list(headings.openQuestions, brief.openQuestions),
    list(headings.outOfScope, brief.outOfScope),
  ]);
}

function agreementForm({ scope, tasks }: Agreement): string {
  const plan = tasks.map(({ interfaces, ...task }) => taskForm(task, interfaces));
  return blocks([scopeForm(scope), `# ${headings.tasks}`, ...plan]);
}

function blocks(parts: readonly string[]): string {
  return parts.join("\n\n");
}

function list(heading: string, items: readonly string[]): string {
  return [`## ${heading}`, ...items.map((item) => pointLines(kept(item), 0, partName(heading)))].join("\n");
}

function each(name: string, items: readonly string[]): readonly string[] {
  return items.map((item) => `${name}: ${kept(item)}`);
}

/** Short names on one line. */
function named(name: string, items: readonly string[]): string {
  return `${name}: ${items.map((item) => kept(item, ",")).join(", ")}`.trimEnd();
}
