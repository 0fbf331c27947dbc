export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface SchemaMisfit {
  readonly path: readonly string[];
  readonly says: string;
}

const types = ["object", "array", "string", "number", "integer", "boolean", "null"];

/** What is wrong with a JSON Schema, as far as providers look; empty when nothing is. */
export function schemaMisfits(schema: unknown, path: readonly string[] = []): readonly SchemaMisfit[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema))
    return [{ path, says: `${JSON.stringify(schema)} is not of type 'object', 'boolean'` }];
  const { type, properties, required, items, enum: values, anyOf, oneOf, allOf } = schema;
  const named = [type].flat().filter((one) => one !== undefined);
  const wrongType = named.find((one) => !types.includes(String(one).toLowerCase()));
  return [
    ...(wrongType === undefined ? [] : [{ path, says: `'${String(wrongType)}' is not a valid type` }]),
    ...(named.includes("array") && items === undefined ? [{ path, says: "array schema missing items" }] : []),
    ...(required === undefined || isTexts(required)
      ? []
      : [{ path, says: "'required' is not a list of names" }]),
    ...(values === undefined || (Array.isArray(values) && values.length > 0)
      ? []
      : [{ path, says: "'enum' is not a list of values" }]),
    ...(properties === undefined || isObject(properties)
      ? Object.entries(properties ?? {}).flatMap(([name, inner]) =>
          schemaMisfits(inner, [...path, "properties", name]),
        )
      : [{ path, says: "'properties' is not of type 'object'" }]),
    ...(items === undefined ? [] : schemaMisfits(items, [...path, "items"])),
    ...Object.entries({ anyOf, oneOf, allOf }).flatMap(([key, choices]) =>
      choiceMisfits(choices, [...path, key]),
    ),
  ];
}

function choiceMisfits(choices: unknown, path: readonly string[]): readonly SchemaMisfit[] {
  if (choices === undefined) return [];
  if (!Array.isArray(choices) || choices.length === 0) return [{ path, says: "is not a list of schemas" }];
  return choices.flatMap((choice, index) => schemaMisfits(choice, [...path, String(index)]));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
