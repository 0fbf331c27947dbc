import type { z } from "zod";
import type { ArtifactState } from "../../state/session.ts";
import { type Artifact, artifactSchema } from "../../terms/artifacts.ts";
import type { ArtifactId } from "../../terms/ids.ts";
import type { ArtifactKind } from "../../terms/phase.ts";
import { artifactName } from "../../terms/phase.ts";
import { issueWords } from "../../text/issue-words.ts";

/** An artifact as a person edits it: its body as JSON, below a comment that names the version it came from. */
export function editableText({ kind, id, version, body }: ArtifactState): string {
  return [
    `// ${kind} ${id}: the ${artifactName(kind)}, version ${version}.`,
    "// Save and close: it is handed in as yours, and accepted. Unchanged: nothing happens.",
    "// Lines that begin with // do not count.",
    JSON.stringify(body, null, 2),
    "",
  ].join("\n");
}

export type EditRead =
  | { readonly kind: "read"; readonly artifact: Artifact; readonly from?: ArtifactId }
  | { readonly kind: "wrong"; readonly faults: readonly string[] };

/** Reads the edited text. Faults name the place and are written for the person who edited it. */
export function readEdit(kind: ArtifactKind, text: string): EditRead {
  const json = text
    .split("\n")
    .map((line) => (/^\s*\/\//.test(line) ? "" : line))
    .join("\n");
  if (json.trim() === "") return { kind: "wrong", faults: ["There is nothing in it."] };
  let written: unknown;
  try {
    written = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "wrong", faults: [`It is not JSON: ${error.message}`] };
  }
  const read = { kind, body: written };
  const parsed = artifactSchema.safeParse(read);
  if (!parsed.success)
    return { kind: "wrong", faults: parsed.error.issues.map((issue) => faultText(issue, read)) };
  const unknown = unknownFields(written, parsed.data.body, "");
  if (unknown.length > 0) return { kind: "wrong", faults: unknown };
  const from = /^\/\/ \w+ (a\d+):/m.exec(text)?.[1];
  return { kind: "read", artifact: parsed.data, ...(from !== undefined && { from }) };
}

function faultText(issue: z.core.$ZodIssue, read: unknown): string {
  const place = placeOf(issue.path.slice(1)); // below `body`
  return `${place === "" ? "all of it" : place}: ${issueWords(issue, read)}`;
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
