import { z } from "zod";
import { Fault } from "../core/fault.ts";
import { jsonLines, syntaxFault } from "./json-lines.ts";

/** A settings file as its schema wants it, or a Fault that names file, line, field and what is allowed there. */
export function parseConfig<T>(file: string, text: string, schema: z.ZodType<T>): T {
  const value = parseJson(file, text);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = jsonLines(stripMark(text));
  const places = parsed.error.issues.map((issue) => {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
    const line = lines.get(path.map(String).join(".")) ?? lines.get(issue.path.map(String).join(".")) ?? 1;
    return `\n  line ${line}, ${fieldOf(path)}: ${meaningOf(issue, schema)}`;
  });
  throw new Fault("config.invalid", `${file} is not as it should be:${places.join("")}`);
}

function parseJson(file: string, text: string): unknown {
  const wrong = syntaxFault(stripMark(text));
  if (wrong)
    throw new Fault("config.invalid", `${file}, line ${wrong.line}: this is not JSON (${wrong.why}).`);
  return JSON.parse(stripMark(text));
}

/** Editors on Windows put a byte order mark in front. */
function stripMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** `team.engineers[0].name` */
function fieldOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`));
  return steps.join("").replace(/^\./, "") || "the whole file";
}

function meaningOf(issue: z.core.$ZodIssue, schema: z.ZodType): string {
  if (issue.code !== "unrecognized_keys") return issue.message;
  const allowed = keysAt(schema, issue.path);
  return `nothing is called that here${allowed.length > 0 ? `; there are: ${allowed.join(", ")}` : ""}`;
}

/** The keys that a schema knows at a path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: JsonSchema | undefined = z.toJSONSchema(schema) as JsonSchema;
  for (const step of path) at = typeof step === "number" ? at?.items : at?.properties?.[String(step)];
  return Object.keys(at?.properties ?? {}).filter((key) => key !== "$schema");
}

/** As much of a JSON Schema as it takes to walk down one. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}
