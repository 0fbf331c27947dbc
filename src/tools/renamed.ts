/**
 * The input with fields under the names that they have here. Models know some of them by other names, which cost a
 * request each time they are refused. `others`: other name → name here.
 */
export function renamed(input: unknown, others: Readonly<Record<string, string>>): unknown {
  if (!isFields(input)) return input;
  const fields = { ...input };
  for (const [other, name] of Object.entries(others)) {
    if (fields[other] === undefined || fields[name] !== undefined) continue;
    fields[name] = fields[other];
    delete fields[other];
  }
  return fields;
}

/** The same for each entry of a list in the input. */
export function renamedIn(input: unknown, list: string, others: Readonly<Record<string, string>>): unknown {
  if (!isFields(input)) return input;
  const entries = input[list];
  return Array.isArray(entries)
    ? { ...input, [list]: entries.map((entry: unknown) => renamed(entry, others)) }
    : input;
}

function isFields(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
