import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";

/** What is wrong with a value by a schema, by field, in words that a model can act on. Empty: it fits. */
export function holdTo(schema: unknown): (value: unknown) => readonly string[] {
  // It comes from a charter, whose schemas were checked when it was made. A copy: the validator marks what it has seen.
  const validator = new Validator(structuredClone(schema) as Schema, "2020-12", false);
  return (value) => {
    const errors = validator.validate(value).errors.filter(({ keyword }) => !ignored.includes(keyword));
    return [...new Set(errors.flatMap((error) => faultsOf(error, schema, value)))];
  };
}

/** Keywords that only report an error inside of them, and the ban on fields that nobody knows, which are dropped. */
const ignored = ["properties", "items", "additionalProperties", "false"];

function faultsOf(error: OutputUnit, schema: unknown, value: unknown): readonly string[] {
  const place = placeOf(error.instanceLocation);
  const limit = at(schema, placeOf(error.keywordLocation));
  const given = at(value, place);
  if (error.keyword !== "required" || !Array.isArray(limit))
    return [`${place.join(".") || "input"}: ${wordsFor(error, limit, given)}`];
  const missing = limit.filter((name) => at(given, [String(name)]) === undefined);
  return missing.map((name) => `${[...place, name].join(".")}: is missing`);
}

function wordsFor({ keyword, error }: OutputUnit, limit: unknown, given: unknown): string {
  const size = typeof given === "string" || Array.isArray(given) ? given.length : 0;
  switch (keyword) {
    case "maxLength":
      return `has ${size} characters; at most ${String(limit)} fit`;
    case "minLength":
      return limit === 1
        ? "must not be empty"
        : `has ${size} characters; at least ${String(limit)} are needed`;
    case "maxItems":
      return `has ${entries(size)}; at most ${String(limit)} fit`;
    case "minItems":
      return `has ${entries(size)}; at least ${String(limit)} are needed`;
    case "enum":
      return `must be one of ${JSON.stringify(limit)}, not ${JSON.stringify(given)}`;
    default:
      return error;
  }
}

function entries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}

/** `#/requirements/0/accepted` */
function placeOf(location: string): readonly string[] {
  return location
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function at(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}
