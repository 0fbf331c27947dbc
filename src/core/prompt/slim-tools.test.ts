import { expect, test } from "vitest";
import { slimSchema, slimTools } from "./slim-tools.ts";

test("what a refusal would say anyway is left out, at any depth, and nothing else", () => {
  const text = { type: "string", minLength: 1, maxLength: 80 };
  const schema = {
    type: "object",
    properties: {
      topic: text,
      code: { type: "string", minLength: 3 },
      agreed: { type: "array", default: [], items: text },
      lines: { type: "integer", default: 400 },
      minLength: { type: "integer" },
      default: text,
    },
    required: ["topic", "default"],
    additionalProperties: false,
  };
  const short = { type: "string", maxLength: 80 };
  const { additionalProperties: _, ...open } = schema;
  expect(slimSchema(schema)).toEqual({
    ...open,
    properties: {
      topic: short,
      code: { type: "string", minLength: 3 },
      agreed: { type: "array", items: short },
      lines: { type: "integer" },
      minLength: { type: "integer" },
      default: short,
    },
  });
});

test("other limits and what is no schema stay", () => {
  for (const schema of [
    { additionalProperties: true },
    { additionalProperties: { type: "string" } },
    { minLength: 2 },
    { maxLength: 1 },
    { maxItems: 1 },
    { anyOf: [{ type: "null" }, { enum: ["a", null, 1] }] },
    "text",
    null,
  ])
    expect(slimSchema(schema)).toEqual(schema);
  expect(
    slimSchema([{ minLength: 1 }, { default: [1] }, { default: "x" }, { additionalProperties: false }]),
  ).toEqual([{}, {}, {}, {}]);
});

test("tools keep their names and descriptions", () => {
  const tool = { name: "look", description: "Look.", schema: { type: "string", minLength: 1 } };
  expect(slimTools([tool])).toEqual([{ ...tool, schema: { type: "string" } }]);
});
