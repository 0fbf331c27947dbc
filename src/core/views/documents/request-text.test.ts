import { expect, test } from "vitest";
import type { Request } from "../../ports/request.ts";
import { conversationText, requestText, rulesText } from "./request-text.ts";

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

test.each([
  [{ type: "string", maxLength: 9 }, "a: string ..9"],
  [{ type: "array", items: { type: "string" }, maxItems: 3 }, "a: [string] ..3"],
  [{ type: "array" }, "a: [anything]"],
  [
    { type: "object", properties: { b: { type: "string" }, c: { type: "string" } }, required: ["c"] },
    "a: { b?: string, c: string }",
  ],
])("an argument %j has the limits that it has, and no others: %s", (schema, words) => {
  expect(shown(schema)).toBe(words);
});

const request: Request = {
  model: "m",
  tools: [{ name: "look", description: "Looks.", schema: { type: "object" } }],
  system: "Be kind.",
  messages: [
    { role: "user", blocks: ["One.", "Two."] },
    { role: "assistant", text: "I look.", calls: [{ id: "c1", tool: "look", input: { at: 1 } }] },
    {
      role: "tool",
      results: [
        { id: "c1", text: "seen", failed: false },
        { id: "c2", text: "gone", failed: true },
      ],
    },
  ],
};

test("a request is read in the order of the wire: tools, rules, and message by message", () => {
  expect(requestText(request).split("\n")).toEqual([
    "=== tools ===",
    "look({})",
    "    Looks.",
    "",
    "=== rules ===",
    "Be kind.",
    "",
    "=== to the model ===",
    "One.",
    "---",
    "Two.",
    "",
    "=== the model ===",
    "I look.",
    '> look {"at":1}',
    "",
    "=== results ===",
    "ok: seen",
    "failed: gone",
  ]);
});

test.each<[Partial<Request>, readonly string[]]>([
  [{}, []],
  [{ maxOutput: 9 }, ["", "=== the reply ===", "at most 9 tokens"]],
  [{ demand: "look" }, ["", "=== the reply ===", "must call look"]],
  [{ maxOutput: 9, demand: "look" }, ["", "=== the reply ===", "at most 9 tokens, must call look"]],
])("with %j, how the reply is limited stands below", (more, lines) => {
  const messages = [{ role: "assistant", text: "", calls: [{ id: "c", tool: "look", input: {} }] }] as const;
  expect(conversationText({ ...request, messages, ...more }).split("\n")).toEqual([
    "=== the model ===",
    "> look {}",
    ...lines,
  ]);
});
