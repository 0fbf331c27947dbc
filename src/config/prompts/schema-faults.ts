import type { PromptFile } from "../../core/terms/prompt-files.ts";
import { misfitsOf } from "../misfits.ts";
import { readJson } from "../read-json.ts";
import { type ShippedSchema, tighterSchema } from "./tighter-schema.ts";

/** What is wrong with a project's own schema that replaces one that ships. */
export function schemaFaults(
  shipped: string,
  { path, text }: NonNullable<PromptFile["own"]>,
): readonly string[] {
  const read = readJson(text);
  if (read.kind === "wrong")
    return [`${path}, line ${read.line}, column ${read.column}: this is not JSON (${read.why})`];
  // scripts/schemas.mjs writes the schemas that ship.
  const allowed = tighterSchema(JSON.parse(shipped) as ShippedSchema);
  return misfitsOf(read, allowed).map((one) => `${path}, line ${one.line}, ${one.field}: ${one.text}`);
}
