/** As much of what a body looks like as somebody reads of it: a text, a list of one shape, or an object's fields. */
export type BodyShape = "text" | readonly [BodyShape] | { readonly [field: string]: BodyShape };

export function listOf(each: BodyShape): BodyShape {
  return [each];
}

/**
 * The value with what its shape names: a list that is left out is an empty one, other fields are as they are. Undefined
 * when it is something else. Total, whatever stands in the log.
 */
export function shapedAs(shape: BodyShape, value: unknown): unknown {
  if (shape === "text") return typeof value === "string" ? value : undefined;
  if (isList(shape)) return value === undefined ? [] : shapedList(shape[0], value);
  if (typeof value !== "object" || value === null) return undefined;
  const fields: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(shape)) {
    fields[name] = shapedAs(inner, fields[name]);
    if (fields[name] === undefined) return undefined;
  }
  return fields;
}

function shapedList(each: BodyShape, value: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((one: unknown) => shapedAs(each, one));
  return items.includes(undefined) ? undefined : items;
}

/** The compiler does not tell a list that is read-only from an object by Array.isArray. */
function isList(shape: BodyShape): shape is readonly [BodyShape] {
  return Array.isArray(shape);
}
