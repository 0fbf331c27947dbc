import { expect, test } from "vitest";
import { rulesText } from "./request-text.ts";

const tool = (properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) => ({
  name: "look",
  description: "Looks.",
  schema: { type: "object", properties, required },
});

/** What the list of tools says of one argument. */
function shown(schema: unknown, required = true): string {
  const text = rulesText({
    tools: [tool({ a: schema }, required ? ["a"] : [])],
    system: [],
    messages: [],
    maxOutput: 1,
  } as unknown as Parameters<typeof rulesText>[0]); // a request that has nothing but one tool
  return /look\(\{ (.*) \}\)/.exec(text)?.[1] ?? text;
}

test.each([
  [{ type: "string" }, "a: string"],
  [{ type: "string", enum: ["x", "y"] }, 'a: "x" | "y"'],
  [{ enum: [1, null] }, "a: 1 | null"],
  [{ type: "array", items: { type: "integer" } }, "a: [integer]"],
  [{ type: "array", items: { enum: ["x"] }, minItems: 1 }, 'a: ["x"] 1..'],
  [{ type: "string", minLength: 1, maxLength: 9 }, "a: string 1..9"],
  [{ type: "string", pattern: "^x" }, "a: string /^x/"],
  [{ type: "integer", default: 1, description: "How many." }, 'a: integer = 1 "How many."'],
  [{ type: "object", properties: {} }, "a: {}"],
  [{ type: "object", properties: { b: { type: "boolean" } } }, "a: { b?: boolean }"],
  [{}, "a: anything"],
])("10.41: an argument %j is shown as %s", (schema, words) => {
  expect(shown(schema)).toBe(words);
  expect(shown(schema, false)).toBe(words.replace("a:", "a?:"));
});
