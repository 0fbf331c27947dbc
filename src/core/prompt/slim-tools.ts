import type { ToolSpec } from "../ports/request.ts";

/** A charter never changes, and its tools are asked for with every request that cites it. */
const slim = new WeakMap<readonly ToolSpec[], readonly ToolSpec[]>();

/** Tools as they are shown to a model. */
export function slimTools(tools: readonly ToolSpec[]): readonly ToolSpec[] {
  const known = slim.get(tools);
  if (known) return known;
  const made = tools.map((tool) => ({ ...tool, schema: slimSchema(tool.schema) }));
  slim.set(tools, made);
  return made;
}

/**
 * What a model needs to see of a tool's schema. That a text is not empty, that there are no other fields and what an
 * optional list is without being given is left out: whatever does not fit is refused with a reason anyway, and every
 * request pays for every word.
 */
export function slimSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(slimSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name, value]) => !isIdle(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, slimSchema(value)]));
}

/** A field that is called so has a schema of its own, which is an object. */
function isIdle(name: string, value: unknown): boolean {
  if (name === "additionalProperties") return value === false;
  return (name === "minLength" && value === 1) || (name === "default" && Array.isArray(value));
}
