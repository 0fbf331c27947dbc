import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findingsSchema, scopeSchema } from "../terms/artifacts.ts";
import { schemaFaults } from "./schema-faults.ts";
import { type JsonSchema, tighteningFaults } from "./tighten-schema.ts";

const shipped = jsonOf(scopeSchema);
const findings = jsonOf(findingsSchema);

/** The schema with something else at a path; undefined removes it. */
function changed(from: JsonSchema, path: string, value: unknown): JsonSchema {
  const copy = JSON.parse(JSON.stringify(from));
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  const holder = steps.reduce((at, step) => at[step], copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const requirements = "properties.requirements";
const entries = `${requirements}.items`;

describe("a schema of one's own may", () => {
  test.each<[what: string, path: string, value: unknown]>([
    ["be the same", "type", "object"],
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
    expect(tighteningFaults(shipped, changed(shipped, path, value))).toEqual([]);
  });

  test("take some of the words only", () => {
    const path = "properties.findings.items.properties.severity.enum";
    expect(tighteningFaults(findings, changed(findings, path, ["blocking"]))).toEqual([]);
  });
});

describe("a schema of one's own may not", () => {
  test.each<[what: string, path: string, value: unknown, at: string, text: string]>([
    ["allow more", `${requirements}.maxItems`, 41, `${requirements}.maxItems`, "at most 40"],
    ["drop a limit", `${requirements}.maxItems`, undefined, requirements, '"maxItems" may not be left out'],
    ["ask for less", `${requirements}.minItems`, 0, `${requirements}.minItems`, "1 or more"],
    ["count in halves", `${requirements}.maxItems`, 2.5, `${requirements}.maxItems`, "whole number"],
    ["add a field", "properties.owner", { type: "string" }, "properties.owner", "no field can be added"],
    ["remove a field", "properties.assumptions", undefined, "properties", "removed: assumptions"],
    ["change a type", "properties.summary.type", "number", "properties.summary.type", "may not be changed"],
    [
      "want what is not there",
      "required",
      ["summary", "requirements", "owner"],
      "required",
      "no field owner",
    ],
    ["let fields go", "required", ["summary"], "required", "must keep requirements"],
    [
      "change a default",
      "properties.assumptions.default",
      ["x"],
      "properties.assumptions.default",
      "may not",
    ],
    ["bring a pattern", "properties.summary.pattern", "(a+)+$", "properties.summary.pattern", "added"],
    ["use what nobody checks", "properties.summary.format", "uri", "properties.summary.format", "supported"],
    ["let more fields in", "additionalProperties", true, "additionalProperties", "may not be added"],
    ["be a list", "properties.summary", [], "properties.summary", "must be an object"],
    [
      "want a list filled that may be left out",
      "properties.assumptions.minItems",
      1,
      "properties.assumptions.minItems",
      '"assumptions" in "required"',
    ],
    ["be impossible", `${requirements}.minItems`, 40.5, `${requirements}.minItems`, "whole number"],
    ["describe with a number", "properties.summary.description", 1, "properties.summary.description", "text"],
  ])("%s", (_, path, value, at, text) => {
    const [fault] = tighteningFaults(shipped, changed(shipped, path, value));
    expect(fault?.path.join(".")).toBe(at);
    expect(fault?.text).toContain(text);
  });

  test("ask for more than it allows", () => {
    const own = changed(changed(shipped, `${requirements}.minItems`, 9), `${requirements}.maxItems`, 3);
    expect(tighteningFaults(shipped, own)).toEqual([
      { path: ["properties", "requirements", "minItems"], text: "is more than maxItems: nothing would fit" },
    ]);
  });

  test("be wrong in several places without being told all of them", () => {
    const own = changed(changed(shipped, "properties.owner", {}), `${requirements}.maxItems`, 41);
    expect(tighteningFaults(shipped, own).map(({ path }) => path.join("."))).toEqual([
      `${requirements}.maxItems`,
      "properties.owner",
    ]);
  });

  test("take other words", () => {
    const path = "properties.findings.items.properties.severity.enum";
    const [fault] = tighteningFaults(findings, changed(findings, path, ["blocking", "nit"]));
    expect(fault).toEqual({ path: path.split("."), text: "may only hold blocking, minor" });
  });
});

describe("what a tighter schema says of a value", () => {
  const own = [
    ["properties.summary.maxLength", 10],
    [`${requirements}.maxItems`, 1],
    [`${entries}.properties.accepted.minItems`, 2],
    ["required", ["summary", "requirements", "outOfScope"]],
  ].reduce((schema, [path, value]) => changed(schema, String(path), value), shipped);

  test("is nothing when it fits", () => {
    const value = { summary: "short", requirements: [{ id: "r1", text: "x", accepted: ["a", "b"] }] };
    expect(schemaFaults(own, { ...value, outOfScope: [] })).toEqual([]);
    expect(schemaFaults(shipped, { ...value, summary: "x".repeat(600) })).toEqual([]);
  });

  test("is where and how much", () => {
    const requirement = { id: "r1", text: "x", accepted: ["a"] };
    expect(schemaFaults(own, { summary: "much too long", requirements: [requirement, requirement] })).toEqual(
      [
        "outOfScope: must be given",
        "summary: at most 10 characters, there are 13",
        "requirements: at most 1 entries, there are 2",
        "requirements.0.accepted: at least 2 entries",
        "requirements.1.accepted: at least 2 entries",
      ],
    );
  });

  test("also counts words that are no longer taken, and numbers", () => {
    const item = "properties.findings.items.properties";
    const tight = changed(
      changed(findings, `${item}.severity.enum`, ["blocking"]),
      `${item}.line.maximum`,
      9,
    );
    const finding = { task: "t1", severity: "minor", text: "x", line: 10 };
    expect(schemaFaults(tight, { summary: "s", findings: [finding] })).toEqual([
      "findings.0.severity: one of blocking",
      "findings.0.line: at most 9",
    ]);
  });
});

function jsonOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return JSON.parse(JSON.stringify(rest));
}
