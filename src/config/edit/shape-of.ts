import { z } from "zod";
import type { Shape } from "../../core/views/settings/settings-file.ts";

/** The part of a JSON Schema that says what can be typed. */
interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: JsonSchema | boolean;
  /** How JSON Schema marks what is never read back. */
  readonly writeOnly?: boolean;
}

export function shapeOf(schema: z.ZodType): Shape {
  // A JSON Schema may hold more; the code below reads only this.
  return shape(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
}

function shape(schema: JsonSchema): Shape {
  const { description: about } = schema;
  return { ...kindOf(schema), ...(about !== undefined && { about }) };
}

function kindOf({
  type,
  enum: of,
  properties,
  required = [],
  items,
  additionalProperties: named,
  writeOnly,
}: JsonSchema): Shape {
  if (writeOnly) return { kind: "secret" };
  if (of) return { kind: "choice", of: of.map(String) };
  switch (type) {
    case "object":
      return !properties && typeof named === "object"
        ? { kind: "named", of: shape(named) }
        : { kind: "group", fields: fieldsOf(properties), required };
    case "array":
      return { kind: "list", of: shape(items ?? {}) };
    case "boolean":
      return { kind: "yes-no" };
    case "integer":
    case "number":
      return { kind: "number" };
    case "string":
      return { kind: "text" };
    default:
      return { kind: "free" };
  }
}

function fieldsOf(properties: Readonly<Record<string, JsonSchema>> = {}): Readonly<Record<string, Shape>> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => (name === "$schema" ? [] : [[name, shape(inner)]])),
  );
}
