import type { ArtifactKind } from "../../terms/phase.ts";
import { type FormReader, formReader, type Path } from "./form-reader.ts";
import { headings } from "./headings.ts";
import { keptBack } from "./kept-text.ts";
import { type LineFault, type Part, readMarkdown } from "./markdown.ts";

export interface FormRead {
  /** As it stands there; nothing is checked yet. */
  readonly body: unknown;
  readonly faults: readonly LineFault[];
  /** The line of what stands at a path of the body, else of what it belongs to. */
  lineOf(path: Path): number;
}

/** Reads what `writeForm` wrote, and what a person made of it. */
export function readForm(kind: ArtifactKind, text: string): FormRead {
  const { parts, faults } = readMarkdown(text);
  const reader = formReader(parts, faults);
  const body = bodyOf(kind, reader);
  reader.refuseOthers();
  return { body, faults: faults.toSorted((one, other) => one.line - other.line), lineOf: reader.lineOf };
}

function bodyOf(kind: ArtifactKind, reader: FormReader): unknown {
  switch (kind) {
    case "scope":
      return scopeBody(reader, []);
    case "tasks":
      return { tasks: taskBodies(reader, false) };
    case "approach":
      return { tasks: approachBodies(reader) };
    case "findings":
      return findingsBody(reader);
    case "brief":
      return briefBody(reader);
    case "agreement":
      return { scope: scopeBody(reader, ["scope"]), tasks: taskBodies(reader, true) };
  }
}

function scopeBody(reader: FormReader, at: Path): unknown {
  const summary = reader.prose(headings.scope, [...at, "summary"]);
  const points = reader.points(headings.requirements, [...at, "requirements"]);
  const requirements = points.map(({ line, text, points: below }, index) => {
    const place = [...at, "requirements", index];
    const [id, words] = afterId(text, line, reader, 'a requirement begins with its id: "- r1: …"');
    reader.note(place, line);
    const accepted = below.map((one, inner) => {
      reader.note([...place, "accepted", inner], one.line);
      return keptBack(one.text);
    });
    return { id, text: words, accepted };
  });
  return {
    summary,
    requirements,
    assumptions: reader.texts(headings.assumptions, [...at, "assumptions"]),
    openQuestions: reader.texts(headings.openQuestions, [...at, "openQuestions"]),
    outOfScope: reader.texts(headings.outOfScope, [...at, "outOfScope"]),
  };
}

const taskLabels = ["meets", "after", "approach", "not", "done when", "shown by", "decisions", "files"];

function taskBodies(reader: FormReader, withInterfaces: boolean): readonly unknown[] {
  bare(headings.tasks, reader);
  const labels = withInterfaces ? [...taskLabels, "interface"] : taskLabels;
  return reader.tasks().map(({ line, heading, points }, index) => {
    const at = ["tasks", index];
    reader.note(at, line);
    const [id, title] = afterId(heading, line, reader, 'a task begins with its id and title: "## t1: …"');
    const fields = reader.fields(points, labels);
    const checks = fields.texts("shown by", [...at, "checks"]);
    const decisions = fields.names("decisions", [...at, "decisions"]);
    return {
      id,
      title,
      requirements: fields.names("meets", [...at, "requirements"]) ?? [],
      approach: fields.text("approach", [...at, "approach"]),
      avoid: fields.texts("not", [...at, "avoid"]) ?? [],
      done: fields.texts("done when", [...at, "done"]) ?? [],
      ...(decisions && { decisions }),
      ...(checks && { checks }),
      files: fields.names("files", [...at, "files"]) ?? [],
      dependsOn: fields.names("after", [...at, "dependsOn"]) ?? [],
      ...(withInterfaces && { interfaces: fields.texts("interface", [...at, "interfaces"]) ?? [] }),
    };
  });
}

function approachBodies(reader: FormReader): readonly unknown[] {
  bare(headings.approach, reader);
  return reader.tasks().map(({ line, heading, points }: Part, index) => {
    const at = ["tasks", index];
    reader.note(at, line);
    const fields = reader.fields(points, ["approach", "interface"]);
    const approach = fields.text("approach", [...at, "approach"]);
    const interfaces = fields.texts("interface", [...at, "interfaces"]) ?? [];
    return { id: heading, ...(approach !== undefined && { approach }), interfaces };
  });
}

function findingsBody(reader: FormReader): unknown {
  const summary = reader.prose(headings.review, ["summary"]);
  const findings = reader.points(headings.findings, ["findings"]).map(({ line, text, points }, index) => {
    const at = ["findings", index];
    reader.note(at, line);
    const [, task, severity, words = text] = /^([^\s,:]+),\s*([^\s:]+):(.*)$/s.exec(text) ?? [];
    if (task === undefined)
      reader.fault(line, 'a finding begins with its task and its weight: "- t1, blocking: …", or minor');
    const fields = reader.fields(points, ["file", "line"]);
    const file = fields.text("file", [...at, "file"]);
    const number = fields.text("line", [...at, "line"]);
    return {
      task,
      severity,
      ...(file !== undefined && { file }),
      ...(number !== undefined && { line: /^\d+$/.test(number) ? Number(number) : number }),
      text: keptBack(words),
    };
  });
  return { summary, findings };
}

function briefBody(reader: FormReader): unknown {
  const [title, brief] = reader.titled(["title"], ["brief"]);
  return {
    title,
    brief,
    findings: reader.texts(headings.foundOut, ["findings"]),
    openQuestions: reader.texts(headings.openQuestions, ["openQuestions"]),
    outOfScope: reader.texts(headings.outOfScope, ["outOfScope"]),
  };
}

/** `r1: words` as id and words. */
function afterId(text: string, line: number, reader: FormReader, reason: string): readonly [string, string] {
  const [, id, words] = /^([^\s:]+):(.*)$/s.exec(text) ?? [];
  if (id === undefined || words === undefined) {
    reader.fault(line, reason);
    return ["", keptBack(text)];
  }
  return [id, keptBack(words)];
}

/** A heading below which only tasks stand. */
function bare(heading: string, reader: FormReader): void {
  if (reader.prose(heading, ["tasks"]) !== "")
    reader.fault(reader.lineOf(["tasks"]), "between this heading and the first task nothing is expected");
}
