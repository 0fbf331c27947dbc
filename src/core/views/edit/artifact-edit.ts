import type { z } from "zod";
import type { ArtifactState } from "../../state/session.ts";
import { type Artifact, artifactSchema } from "../../terms/artifacts.ts";
import type { ArtifactId } from "../../terms/ids.ts";
import type { ArtifactKind } from "../../terms/phase.ts";
import { artifactName } from "../../terms/phase.ts";
import { issueWords } from "../../text/issue-words.ts";
import { readForm } from "./read-form.ts";
import { writeForm } from "./write-form.ts";

/** An artifact as a person edits it: Markdown below a comment that names the version it came from. */
export function editableText(artifact: ArtifactState): string {
  const { kind, id, version } = artifact;
  return [
    `<!-- ${kind} ${id}: the ${artifactName(kind)}, version ${version}.`,
    "     Save and close: it is handed in as yours, and accepted. Unchanged: nothing happens.",
    `     ${hints[kind]} -->`,
    "",
    writeForm(artifact),
    "",
  ].join("\n");
}

/** The same as JSON, for programs. It is read back as well, with or without what stands around the body. */
export function editableJson({ kind, id, version, body }: ArtifactState): string {
  return `${JSON.stringify({ artifact: kind, id, version, body }, null, 2)}\n`;
}

const hints: Readonly<Record<ArtifactKind, string>> = {
  scope: "Below each requirement stands what shows that it holds.",
  tasks: `Each task: meets, after, approach, not, "done when", "shown by", decisions, files.`,
  approach: "Each task: approach, if it is not the plan's, and interface, as often as needed.",
  findings: `Each finding: "- t1, blocking: …" or "- t1, minor: …"; below it file and line, if there are.`,
  brief: "The first heading is the title of the session that starts from it.",
  agreement: `Each task: meets, after, approach, interface, not, "done when", "shown by", decisions, files.`,
};

export type EditRead =
  | { readonly kind: "read"; readonly artifact: Artifact; readonly from?: ArtifactId }
  | { readonly kind: "wrong"; readonly faults: readonly string[] };

/** Reads the edited text. Faults name line or place and are written for the person who edited it. */
export function readEdit(kind: ArtifactKind, text: string): EditRead {
  if (text.replace(/<!--.*?-->/gs, "").trim() === "") return wrong("There is nothing in it.");
  if (/^\s*[[{]/.test(text)) return readJson(kind, text);
  const read = readMarked(kind, text);
  return read.kind === "wrong" ? read : { ...read, ...madeFrom(/^<!-- \w+ (a\d+):/m.exec(text)?.[1]) };
}

function madeFrom(id: unknown): { readonly from?: ArtifactId } {
  return typeof id === "string" ? { from: id } : {};
}

function readMarked(kind: ArtifactKind, text: string): EditRead {
  const { body, faults, lineOf } = readForm(kind, text);
  if (faults.length > 0) return wrong(...faults.map(({ line, reason }) => `line ${line}: ${reason}`));
  return checked({ kind, body }, (path) => {
    const name = wordsOf(path);
    return `line ${lineOf(path)}${name === "" ? "" : `, ${name}`}`;
  });
}

function readJson(kind: ArtifactKind, json: string): EditRead {
  let given: unknown;
  try {
    given = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return wrong(`It is not JSON: ${error.message}`);
  }
  const [body, from] = isRecord(given) && "body" in given ? [given.body, given.id] : [given, undefined];
  const read = checked({ kind, body }, (path) => (path.length === 0 ? "all of it" : placeOf(path)));
  if (read.kind === "wrong") return read;
  const unknown = unknownFields(body, read.artifact.body, "");
  return unknown.length > 0 ? wrong(...unknown) : { ...read, ...madeFrom(from) };
}

function checked(read: object, placed: (path: readonly PropertyKey[]) => string): EditRead {
  const parsed = artifactSchema.safeParse(read);
  if (parsed.success) return { kind: "read", artifact: parsed.data };
  const words = (issue: z.core.$ZodIssue) => `${placed(issue.path.slice(1))}: ${issueWords(issue, read)}`; // below `body`
  return wrong(...parsed.error.issues.map(words));
}

function wrong(...faults: string[]): EditRead {
  return { kind: "wrong", faults };
}

/** What a field is called in the form. */
const fieldNames: Readonly<Record<string, string>> = {
  accepted: "what shows that it holds",
  avoid: "not",
  checks: "shown by",
  dependsOn: "after",
  done: "done when",
  interfaces: "interface",
  openQuestions: "open questions",
  outOfScope: "out of scope",
};

/** The last name of a path. A number says nothing that the line does not say. */
function wordsOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === "string");
  if (typeof name !== "string") return "";
  if (name === "requirements") return path[0] === "tasks" ? "meets" : name;
  return fieldNames[name] ?? name;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (place, part) =>
      typeof part === "number" ? `${place}[${part}]` : `${place}${place === "" ? "" : "."}${String(part)}`,
    "",
  );
}

/** Fields that the schema ignored: a misspelt name must not lose its value. */
function unknownFields(written: unknown, read: unknown, place: string): readonly string[] {
  if (Array.isArray(written) && Array.isArray(read))
    return written.flatMap((item, index) => unknownFields(item, read[index], `${place}[${index}]`));
  if (!isRecord(written) || !isRecord(read)) return [];
  return Object.entries(written).flatMap(([name, value]) => {
    const at = place === "" ? name : `${place}.${name}`;
    return name in read ? unknownFields(value, read[name], at) : [`${at}: there is no such field`];
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
