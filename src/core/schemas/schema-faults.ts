import { type JsonSchema, record } from "./tighten-schema.ts";

/**
 * What a schema asks of a value beyond the one that ships, in words for a model. Only what a project may tighten is
 * looked at: whoever asks has parsed the value before.
 */
export function schemaFaults(schema: JsonSchema, value: unknown, path = ""): readonly string[] {
  const at = path || "input";
  if (Array.isArray(value)) return listFaults(schema, value, at, path);
  if (typeof value === "string") return textFaults(schema, value, at);
  if (typeof value === "number")
    return isAbove(value, schema.maximum) ? [`${at}: at most ${schema.maximum}`] : [];
  const fields = record(value);
  if (!fields) return [];
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required.filter((name) => fields[name] === undefined);
  return [
    ...missing.map((name) => `${within(path, name)}: must be given`),
    ...Object.entries(record(schema.properties) ?? {}).flatMap(([name, one]) =>
      schemaFaults(record(one) ?? {}, fields[name], within(path, name)),
    ),
  ];
}

function listFaults(
  schema: JsonSchema,
  value: readonly unknown[],
  at: string,
  path: string,
): readonly string[] {
  return [
    ...(isBelow(value.length, schema.minItems) ? [`${at}: at least ${schema.minItems} entries`] : []),
    ...(isAbove(value.length, schema.maxItems)
      ? [`${at}: at most ${schema.maxItems} entries, there are ${value.length}`]
      : []),
    ...value.flatMap((one, index) =>
      schemaFaults(record(schema.items) ?? {}, one, within(path, String(index))),
    ),
  ];
}

function textFaults(schema: JsonSchema, value: string, at: string): readonly string[] {
  return [
    ...(isBelow(value.length, schema.minLength) ? [`${at}: at least ${schema.minLength} characters`] : []),
    ...(isAbove(value.length, schema.maxLength)
      ? [`${at}: at most ${schema.maxLength} characters, there are ${value.length}`]
      : []),
    ...(Array.isArray(schema.enum) && !schema.enum.includes(value)
      ? [`${at}: one of ${schema.enum.join(", ")}`]
      : []),
  ];
}

function isBelow(value: number, least: unknown): boolean {
  return typeof least === "number" && value < least;
}

function isAbove(value: number, most: unknown): boolean {
  return typeof most === "number" && value > most;
}

function within(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
