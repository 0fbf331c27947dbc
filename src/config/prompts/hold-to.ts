import { type Schema, Validator } from "@cfworker/json-schema";

/** What a schema misses in a value, by field, in words that a model can act on. Empty: it fits. */
export function holdTo(schema: unknown): (value: unknown) => readonly string[] {
  // Read from a charter, whose schemas were checked when they were read. A copy: the validator marks what it has seen.
  const validator = new Validator(structuredClone(schema) as Schema, "2020-12", false);
  return (value) =>
    validator
      .validate(value)
      .errors.filter(({ keyword }) => !passingOn.includes(keyword))
      .map(({ instanceLocation, error }) => `${fieldOf(instanceLocation)}: ${error}`);
}

/** Keywords that only say that something inside of them does not fit. */
const passingOn = ["properties", "items"];

/** `#/requirements/0/accepted` */
function fieldOf(location: string): string {
  return location.slice(2).replaceAll("/", ".") || "input";
}
