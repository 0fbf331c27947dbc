import { record, tighteningFaults } from "../../core/schemas/tighten-schema.ts";
import { type PromptFile, promptVariables, unknownVariables } from "../../core/terms/prompt-files.ts";
import { readJson } from "../read-json.ts";

/** What is wrong with what a project has put in a prompt's place: file, line, what is allowed there. */
export function promptFaults({ name, shipped, own }: PromptFile): readonly string[] {
  if (!own) return [];
  const variables = promptVariables[name] ?? [];
  const unknown = unknownVariables(own.text, variables).map(
    ({ line, name: variable }) =>
      `${own.path}, line ${line}: there is no variable {{${variable}}} here; ${variableWords(variables)}`,
  );
  return name.endsWith(".json") ? [...unknown, ...ownSchemaFaults(shipped, own)] : unknown;
}

function variableWords(variables: readonly string[]): string {
  if (variables.length === 0) return "this file has none";
  return `this file has ${variables.map((name) => `{{${name}}}`).join(", ")}`;
}

function ownSchemaFaults(shipped: string, { path, text }: NonNullable<PromptFile["own"]>): readonly string[] {
  const read = readJson(text);
  if (read.kind === "wrong")
    return [`${path}, line ${read.line}, column ${read.column}: this is not JSON (${read.why})`];
  const own = record(read.value);
  if (!own) return [`${path}, line 1: a schema is an object in braces`];
  return tighteningFaults(record(JSON.parse(shipped)) ?? {}, own).map((fault) => {
    const at = fault.path.join(".");
    return `${path}, line ${read.placeOf(fault.path).line}, ${at || "the whole file"}: ${fault.text}`;
  });
}
