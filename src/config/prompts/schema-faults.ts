import type { PromptFile } from "../../core/terms/prompt-files.ts";
import { misfitsOf } from "../misfits.ts";
import { readJson } from "../read-json.ts";
import { type ShippedSchema, tighterSchema } from "./tighter-schema.ts";

/** What is wrong with a schema that a project has put in the place of one that ships. */
export function schemaFaults(
  shipped: string,
  { path, text }: NonNullable<PromptFile["own"]>,
): readonly string[] {
  const read = readJson(text);
  if (read.kind === "wrong")
    return [`${path}, line ${read.line}, column ${read.column}: this is not JSON (${read.why})`];
  // What ships is written by scripts/schemas.mjs.
  const allowed = tighterSchema(JSON.parse(shipped) as ShippedSchema);
  return misfitsOf(read, allowed).map((one) => `${path}, line ${one.line}, ${one.field}: ${one.text}`);
}
