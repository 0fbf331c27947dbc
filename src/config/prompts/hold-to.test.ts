import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { holdTo } from "./hold-to.ts";

const requirement = { id: "r1", text: "x", accepted: ["a", "b"] };

/** The scope of a project that wants it short. */
function scopeSchema() {
  const schema = JSON.parse(readFileSync("prompts/scope.schema.json", "utf8"));
  const { summary, requirements } = schema.properties;
  summary.maxLength = 10;
  requirements.maxItems = 1;
  requirements.items.properties.accepted.minItems = 2;
  schema.required.push("outOfScope");
  return schema;
}

test("nothing is missing in what fits", () => {
  const lacks = holdTo(scopeSchema());
  expect(lacks({ summary: "short", requirements: [requirement], outOfScope: [] })).toEqual([]);
});

test("what is missing is told by its field, with how much there is and how much there may be", () => {
  const lacks = holdTo(scopeSchema());
  const single = { ...requirement, accepted: ["a"] };
  expect(lacks({ summary: "much too long", requirements: [requirement, single] })).toEqual([
    "outOfScope: is missing",
    "summary: has 13 characters; at most 10 fit",
    "requirements: has 2 entries; at most 1 fit",
    "requirements.1.accepted: has 1 entry; at least 2 are needed",
  ]);
});

test("words that are no longer taken, and numbers", () => {
  const schema = JSON.parse(readFileSync("prompts/findings.schema.json", "utf8"));
  const { severity, line } = schema.properties.findings.items.properties;
  severity.enum = ["blocking"];
  line.maximum = 9;
  const finding = { task: "t1", severity: "minor", text: "x", line: 10 };
  expect(holdTo(schema)({ summary: "s", findings: [finding] })).toEqual([
    'findings.0.severity: must be one of ["blocking"], not "minor"',
    "findings.0.line: 10 is greater than 9.",
  ]);
});

test("10.40: fields that nobody knows are no fault, even where a schema bans them", () => {
  const schema = scopeSchema();
  schema.additionalProperties = false;
  schema.properties.requirements.items.additionalProperties = false;
  const known = { summary: "short", requirements: [{ ...requirement, owner: "ada" }], outOfScope: [] };
  expect(holdTo(schema)({ ...known, notes: "more" })).toEqual([]);
  expect(holdTo(schema)({ ...known, notes: "more", summary: "much too long" })).toHaveLength(1);
});

test("a field with a default must be given where a project says so", () => {
  const lacks = holdTo(scopeSchema());
  expect(lacks({ summary: "short", requirements: [requirement] })).toHaveLength(1);
});

test("the schema stays as it was: a request is rendered from it", () => {
  const schema = Object.freeze(scopeSchema());
  const names = Object.getOwnPropertyNames(schema);
  holdTo(schema)({});
  expect(Object.getOwnPropertyNames(schema)).toEqual(names);
});
