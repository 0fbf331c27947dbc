import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/**
 * What does not fit a schema at one place, in words that a model or a person can act on. Words that the schema has of
 * its own for this are kept; those of the validator are not.
 */
export function issueWords(issue: Issue, input: unknown): string {
  if (!/^(Invalid|Too (big|small)|Unrecognized)\b/.test(issue.message)) return issue.message;
  const given = valueAt(input, issue.path);
  switch (issue.code) {
    case "invalid_type":
      if (given === undefined) return `is missing; it must be ${named(issue.expected)}`;
      return `must be ${named(issue.expected)}, not ${typeof given === "number" ? given : named(kindOf(given))}`;
    case "invalid_value":
      return `must be ${alternatives(issue.values)}${given === undefined ? "" : `, not ${JSON.stringify(given)}`}`;
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum), given);
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case "invalid_format":
      return `does not have the form that is asked for${issue.pattern === undefined ? ` (${issue.format})` : `: ${issue.pattern}`}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `there is no field ${issue.keys.join(", ")} here`;
    case "invalid_union":
      return "has none of the forms that are possible here";
    case "invalid_key":
      return "has a name that is not possible here";
    case "invalid_element":
      return "has an entry that does not fit";
    case "custom":
      return "does not fit";
  }
}

function tooBig(origin: string, most: number, given: unknown): string {
  if (typeof given === "string") return `has ${given.length} characters; at most ${most} fit`;
  if (Array.isArray(given)) return `has ${given.length} entries; at most ${most} fit`;
  return `must be at most ${most}${origin === "number" ? `, not ${String(given)}` : ""}`;
}

function tooSmall(origin: string, least: number, isPossible: boolean): string {
  if (origin === "string") return least === 1 ? "must not be empty" : `needs at least ${least} characters`;
  if (origin === "array") return `needs at least ${least} ${least === 1 ? "entry" : "entries"}`;
  return `must be ${isPossible ? "at least" : "more than"} ${least}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const names: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with named fields",
  record: "an object with named fields",
  null: "null",
};

function named(kind: string): string {
  return names[kind] ?? kind;
}

function alternatives(values: readonly unknown[]): string {
  const all = values.map((value) => JSON.stringify(value));
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}
