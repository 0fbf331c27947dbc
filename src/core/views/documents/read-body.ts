/** Reads a value as somebody needs it, or says `wrong`. Total, whatever stands in a log. */
export type Reading = (value: unknown) => unknown;

export const wrong = Symbol("wrong");

export const text: Reading = (value) => (typeof value === "string" ? value : wrong);
export const number: Reading = (value) => (typeof value === "number" ? value : wrong);

export function optional(reading: Reading): Reading {
  return (value) => (value === undefined ? undefined : reading(value));
}

export function listOf(each: Reading): Reading {
  return (value) => {
    if (!Array.isArray(value)) return wrong;
    const items = value.map((item: unknown) => each(item));
    return items.includes(wrong) ? wrong : items;
  };
}

/** A list that may be left out is then an empty one. */
export function listOrNone(each: Reading): Reading {
  const list = listOf(each);
  return (value) => (value === undefined ? [] : list(value));
}

/** The named fields, in this order, and no others. */
export function fields(readings: Readonly<Record<string, Reading>>): Reading {
  return (value) => {
    if (typeof value !== "object" || value === null) return wrong;
    const given: Readonly<Record<string, unknown>> = { ...value };
    const read = Object.entries(readings).map(([name, reading]) => [name, reading(given[name])] as const);
    return read.some(([, one]) => one === wrong) ? wrong : Object.fromEntries(read);
  };
}
