import type { ToolSpec } from "../ports/request.ts";

/** Tools as they are shown to a model. */
export function slimTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  return tools.map((tool) => ({ ...tool, schema: slimSchema(tool.schema) }));
}

/**
 * What a model needs to see of a tool's schema. Minimum lengths, the ban on other fields and defaults are left out: input
 * that does not fit is refused with a reason anyway, and every request pays for every word.
 */
export function slimSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(slimSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const slim: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(schema))
    if (!isIdle(name, value)) slim[name] = slimSchema(value);
  return slim;
}

/** A field of this name has its own schema, which is an object. */
function isIdle(name: string, value: unknown): boolean {
  if (name === "additionalProperties") return value === false;
  return (name === "minLength" && value === 1) || (name === "default" && !isSchema(value));
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
