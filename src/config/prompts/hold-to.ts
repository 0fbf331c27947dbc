import { type Schema, Validator } from "@cfworker/json-schema";

/** What is wrong with a value by a schema, by field, in words that a model can act on. Empty: it fits. */
export function holdTo(schema: unknown): (value: unknown) => readonly string[] {
  // It comes from a charter, whose schemas were checked when it was made. A copy: the validator marks what it has seen.
  const validator = new Validator(structuredClone(schema) as Schema, "2020-12", false);
  return (value) =>
    validator
      .validate(value)
      .errors.filter(({ keyword }) => !passingOn.includes(keyword))
      .map(({ instanceLocation, error }) => `${fieldOf(instanceLocation)}: ${error}`);
}

/** Keywords that only report an error inside of them. */
const passingOn = ["properties", "items"];

/** `#/requirements/0/accepted` */
function fieldOf(location: string): string {
  return location.slice(2).replaceAll("/", ".") || "input";
}
