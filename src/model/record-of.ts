export type JsonRecord = Readonly<Record<string, unknown>>;

/** What was read as a record, to look into. Undefined: it is not an object. */
export function recordIn(value: unknown): JsonRecord | undefined {
  // Only read; every object has string keys.
  return typeof value === "object" && value !== null ? (value as JsonRecord) : undefined;
}

/** The same, and an empty one for everything that is not an object. */
export function recordOf(value: unknown): JsonRecord {
  return recordIn(value) ?? {};
}
