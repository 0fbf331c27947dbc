import { type PromptFile, promptVariables, unknownVariables } from "../../core/terms/prompt-files.ts";

/** What is wrong with a project's own prompt: file, line, what is allowed there. */
export async function promptFaults({ name, shipped, own }: PromptFile): Promise<readonly string[]> {
  if (!own) return [];
  const variables = promptVariables[name] ?? [];
  const unknown = unknownVariables(own.text, variables).map(
    ({ line, name: variable }) =>
      `${own.path}, line ${line}: there is no variable {{${variable}}} here; ${variableWords(variables)}`,
  );
  if (!name.endsWith(".json")) return unknown;
  const { schemaFaults } = await import("./schema-faults.ts");
  return [...unknown, ...schemaFaults(shipped, own)];
}

function variableWords(variables: readonly string[]): string {
  if (variables.length === 0) return "this file has none";
  return `this file has ${variables.map((name) => `{{${name}}}`).join(", ")}`;
}
