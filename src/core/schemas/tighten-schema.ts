/** A JSON Schema, read as far as ours go. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface SchemaFault {
  /** Where in the schema: `properties`, `tasks`, `maxItems`. */
  readonly path: readonly string[];
  readonly text: string;
}

type Rule = (own: unknown, shipped: unknown) => string | undefined;

/** What may stand in a schema of each type, besides what stands in all. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["minLength", "maxLength", "pattern", "enum"],
  integer: ["exclusiveMinimum", "maximum"],
};
const everywhere = ["type", "description", "default"];

const rules: Readonly<Record<string, Rule>> = {
  description: (own) => (typeof own === "string" ? undefined : "must be text"),
  type: same,
  default: same,
  pattern: same,
  exclusiveMinimum: same,
  additionalProperties: same,
  minItems: atLeast,
  minLength: atLeast,
  maxItems: atMost,
  maxLength: atMost,
  maximum: atMost,
  required: holdsAll,
  enum: partOf,
  properties: keepsNames,
  items: isSchema,
};

/**
 * Why `own` may not stand in for `shipped`: it may describe in other words and ask for more, never for less, and it
 * has the same fields. Empty: it may.
 */
export function tighteningFaults(
  shipped: JsonSchema,
  own: JsonSchema,
  path: readonly string[] = [],
): readonly SchemaFault[] {
  const allowed = [...everywhere, ...(keywords[String(shipped.type)] ?? [])];
  const faults: SchemaFault[] = [];
  for (const [keyword, value] of Object.entries(own)) {
    const text = allowed.includes(keyword)
      ? rules[keyword]?.(value, shipped[keyword])
      : `is not supported; here can stand: ${allowed.join(", ")}`;
    if (text !== undefined) faults.push({ path: [...path, keyword], text });
  }
  for (const keyword of Object.keys(shipped))
    if (keyword !== "description" && !Object.hasOwn(own, keyword))
      faults.push({ path, text: `"${keyword}" may not be left out` });
  if (faults.length === 0) faults.push(...crossFaults(own, path));
  return [...faults, ...partFaults(shipped, own, path)];
}

/** Of a schema whose keywords fit one by one: those that exclude each other. */
function crossFaults(own: JsonSchema, path: readonly string[]): readonly SchemaFault[] {
  const pairs = [
    ["minItems", "maxItems"],
    ["minLength", "maxLength"],
  ] as const;
  const empty = pairs
    .filter(([least, most]) => Number(own[least] ?? 0) > Number(own[most] ?? Number.POSITIVE_INFINITY))
    .map(([least, most]) => ({ path: [...path, least], text: `is more than ${most}: nothing would fit` }));
  const required = names(own.required);
  const unknown = required
    .filter((name) => !Object.hasOwn(record(own.properties) ?? {}, name))
    .map((name) => ({ path: [...path, "required"], text: `there is no field ${name}` }));
  const unmet = Object.entries(record(own.properties) ?? {})
    .filter(([name, one]) => Number(record(one)?.minItems ?? 0) > 0 && !required.includes(name))
    .map(([name]) => ({
      path: [...path, "properties", name, "minItems"],
      text: `needs "${name}" in "required" too, or it could be left out`,
    }));
  return [...empty, ...unknown, ...unmet];
}

/** Of fields and entries, one by one. What one side does not have, or has in another form, is told as such. */
function partFaults(shipped: JsonSchema, own: JsonSchema, path: readonly string[]): readonly SchemaFault[] {
  const theirs = record(shipped.properties) ?? {};
  const parts = Object.entries(record(own.properties) ?? {}).flatMap(([name, one]) => {
    const at = [...path, "properties", name];
    const [ours, mine] = [Object.hasOwn(theirs, name) ? record(theirs[name]) : undefined, record(one)];
    if (!ours) return [{ path: at, text: "no field can be added" }];
    return mine ? tighteningFaults(ours, mine, at) : [{ path: at, text: "must be an object in braces" }];
  });
  const items = record(shipped.items);
  const mine = record(own.items);
  return items && mine ? [...parts, ...tighteningFaults(items, mine, [...path, "items"])] : parts;
}

function same(own: unknown, shipped: unknown): string | undefined {
  if (JSON.stringify(own) === JSON.stringify(shipped)) return undefined;
  return shipped === undefined ? "may not be added" : `may not be changed; it is ${JSON.stringify(shipped)}`;
}

function atLeast(own: unknown, shipped: unknown): string | undefined {
  const least = Number(shipped ?? 0);
  return isCount(own) && own >= least ? undefined : `must be a whole number, ${least} or more`;
}

function atMost(own: unknown, shipped: unknown): string | undefined {
  const most = shipped === undefined ? Number.MAX_SAFE_INTEGER : Number(shipped);
  if (isCount(own) && own <= most) return undefined;
  return shipped === undefined ? "must be a whole number" : `must be a whole number, at most ${most}`;
}

function holdsAll(own: unknown, shipped: unknown): string | undefined {
  if (!isNames(own)) return "must be a list of field names";
  const missing = names(shipped).filter((name) => !own.includes(name));
  return missing.length > 0 ? `must keep ${missing.join(", ")}` : undefined;
}

function partOf(own: unknown, shipped: unknown): string | undefined {
  if (!isNames(own) || own.length === 0) return "must be a list of texts, at least one";
  const more = shipped === undefined ? [] : own.filter((name) => !names(shipped).includes(name));
  return more.length > 0 ? `may only hold ${names(shipped).join(", ")}` : undefined;
}

function keepsNames(own: unknown, shipped: unknown): string | undefined {
  const mine = record(own);
  if (!mine) return "must be an object in braces";
  const removed = Object.keys(record(shipped) ?? {}).filter((name) => !Object.hasOwn(mine, name));
  return removed.length > 0 ? `no field can be removed: ${removed.join(", ")}` : undefined;
}

function isSchema(own: unknown): string | undefined {
  return record(own) ? undefined : "must be an object in braces";
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function names(value: unknown): readonly string[] {
  return isNames(value) ? value : [];
}

export function record(value: unknown): JsonSchema | undefined {
  // An object that is no list has names and values, whatever they are.
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : undefined;
}
