import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { schemaFaults } from "./schema-faults.ts";

const scope = readFileSync("prompts/scope.schema.json", "utf8");
const findings = readFileSync("prompts/findings.schema.json", "utf8");

/** The schema with something else at a path; undefined removes it. */
function changed(text: string, path: string, value: unknown): string {
  const copy = JSON.parse(text);
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const holder = steps.reduce((at, step) => at[step], copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return JSON.stringify(copy, undefined, 2);
}

/** What is wrong with a schema, without file and line. */
function faultsOf(shipped: string, text: string): readonly string[] {
  return schemaFaults(shipped, { path: "own.json", text }).map((fault) => {
    expect(fault).toMatch(/^own\.json, line \d+, /);
    return fault.replace(/^own\.json, line \d+, /, "");
  });
}

const requirements = "properties.requirements";
const entries = `${requirements}.items`;

test.each(["scope", "tasks", "approach", "findings", "brief"])(
  "what ships may stand for itself: %s",
  (kind) => {
    const text = readFileSync(`prompts/${kind}.schema.json`, "utf8");
    expect(faultsOf(text, text)).toEqual([]);
  },
);

describe("a schema of one's own may", () => {
  test.each<[what: string, path: string, value: unknown]>([
    ["describe in other words", `${entries}.properties.accepted.description`, "an example"],
    ["describe what was not described", "properties.summary.description", "two sentences"],
    ["leave a description out", `${entries}.properties.accepted.description`, undefined],
    ["allow fewer", `${requirements}.maxItems`, 5],
    ["limit what had no limit", "properties.assumptions.maxItems", 3],
    ["ask for more", `${requirements}.minItems`, 2],
    ["want it shorter", "properties.summary.maxLength", 100],
    ["want it longer", "properties.summary.minLength", 20],
    ["want what could be left out", "required", ["summary", "requirements", "outOfScope"]],
    ["name the texts it takes", "properties.summary.enum", ["small", "large"]],
  ])("%s", (_, path, value) => {
    expect(faultsOf(scope, changed(scope, path, value))).toEqual([]);
  });

  test("take some of the words only, and smaller numbers", () => {
    const item = "properties.findings.items.properties";
    const own = changed(findings, `${item}.severity.enum`, ["blocking"]);
    expect(faultsOf(findings, changed(own, `${item}.line.maximum`, 9))).toEqual([]);
  });
});

describe("a schema of one's own may not", () => {
  test.each<[what: string, path: string, value: unknown, fault: string]>([
    [
      "allow more",
      `${requirements}.maxItems`,
      41,
      `${requirements}.maxItems: must be a whole number, at most 40`,
    ],
    ["drop a limit", `${requirements}.maxItems`, undefined, `${requirements}.maxItems: must not be left out`],
    [
      "ask for less",
      `${requirements}.minItems`,
      0,
      `${requirements}.minItems: must be a whole number, 1 or more`,
    ],
    ["count in halves", `${requirements}.maxItems`, 2.5, `${requirements}.maxItems: must be a whole number`],
    ["count in words", `${requirements}.minItems`, "2", `${requirements}.minItems: must be a whole number`],
    ["count below zero", "properties.assumptions.maxItems", -1, "properties.assumptions.maxItems: must be a"],
    [
      "add a field",
      "properties.owner",
      { type: "string" },
      "properties.owner: there is no such field here; the fields are: summary, requirements, openQuestions, assumptions, outOfScope",
    ],
    ["remove a field", "properties.assumptions", undefined, "properties.assumptions: must not be left out"],
    [
      "change a type",
      "properties.summary.type",
      "number",
      'summary.type: must not be changed; it is "string"',
    ],
    ["drop a type", "properties.summary.type", undefined, "properties.summary.type: must not be left out"],
    [
      "want what is not there",
      "required",
      ["summary", "requirements", "owner"],
      "required[2]: there is no field owner",
    ],
    ["let fields go", "required", ["summary"], "required: must keep summary, requirements"],
    ["want fields by number", "required", 3, "required: must be a list of field names"],
    [
      "change a default",
      "properties.assumptions.default",
      ["x"],
      "assumptions.default: must not be changed; it is []",
    ],
    [
      "drop a default",
      "properties.assumptions.default",
      undefined,
      "assumptions.default: must not be left out",
    ],
    [
      "bring a pattern",
      "properties.summary.pattern",
      "(a+)+$",
      "properties.summary.pattern: must not be added",
    ],
    [
      "change a pattern",
      `${entries}.properties.id.pattern`,
      ".*",
      `${entries}.properties.id.pattern: must not be changed`,
    ],
    [
      "use what is not checked",
      "properties.summary.format",
      "uri",
      "properties.summary.format: there is no such field here; the fields are: type, description, default, minLength",
    ],
    [
      "refer to another",
      "properties.summary.$ref",
      "#",
      "properties.summary.$ref: there is no such field here",
    ],
    [
      "describe fields that nobody knows",
      "additionalProperties",
      { type: "string" },
      "additionalProperties: must be true or false",
    ],
    ["be a list", "properties.summary", [], "properties.summary: must be an object in { }"],
    ["have a list of fields", "properties", [], "properties: must be an object in { }"],
    [
      "want a list filled that may be left out",
      "properties.assumptions.minItems",
      1,
      'properties.assumptions.minItems: needs "assumptions" in "required" too',
    ],
    [
      "describe with a number",
      "properties.summary.description",
      1,
      "properties.summary.description: must be text",
    ],
    [
      "take no text at all",
      "properties.summary.enum",
      [],
      "properties.summary.enum: must be a list with at least one text",
    ],
    [
      "ask for more than it allows",
      `${requirements}.minItems`,
      41,
      "minItems: is more than maxItems: nothing would fit",
    ],
    [
      "want it longer than it may be",
      "properties.summary.minLength",
      601,
      "minLength: is more than maxLength",
    ],
  ])("%s", (_, path, value, fault) => {
    const faults = faultsOf(scope, changed(scope, path, value));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  test("be wrong in several places without being told all of them", () => {
    const own = changed(changed(scope, "properties.owner", {}), `${requirements}.maxItems`, 41);
    expect(faultsOf(scope, changed(own, "properties.size", {}))).toEqual([
      expect.stringMatching(/^properties\.requirements\.maxItems: /),
      expect.stringMatching(/^properties\.owner: /),
      expect.stringMatching(/^properties\.size: /),
    ]);
  });

  test("take other words", () => {
    const path = "properties.findings.items.properties.severity.enum";
    expect(faultsOf(findings, changed(findings, path, ["blocking", "nit"]))).toEqual([
      `${path}[1]: may only hold blocking, minor`,
    ]);
  });
});

test("a fault stands at its line", () => {
  const own = { path: "own.json", text: scope.replace('"maxItems": 40', '"maxItems": 50') };
  const line = scope.slice(0, scope.indexOf('"maxItems": 40')).split("\n").length;
  expect(schemaFaults(scope, own)).toEqual([
    `own.json, line ${line}, properties.requirements.maxItems: must be a whole number, at most 40`,
  ]);
});

test.each([
  ["[]", "own.json, line 1, the whole file: must be an object in { }"],
  ['{\n  "type": object\n}', "own.json, line 2, column 11: this is not JSON"],
])("%j is no schema", (text, fault) => {
  expect(schemaFaults(scope, { path: "own.json", text })).toEqual([expect.stringContaining(fault)]);
});
