import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig } from "../parse-config.ts";
import { defaultEngineers } from "./default-team.ts";
import { policyOf, seatsOf, teamOf } from "./read-team.ts";
import { teamFileSchema, teamJsonSchema } from "./team-file.ts";

test("the published schema is current; node scripts/schemas.mjs writes it", () => {
  expect(JSON.parse(readFileSync("docs/team.schema.json", "utf8"))).toEqual(
    JSON.parse(JSON.stringify(teamJsonSchema())),
  );
});

test("an empty file is a team of two engineers, a coach and an architect", () => {
  const file = teamFileSchema.parse({});
  expect(seatsOf(file, {}).map(({ id, role }) => [id, role])).toEqual([
    ...defaultEngineers.map((one) => [one.name, "engineer"]),
    ["coach", "coach"],
    ["architect", "architect"],
  ]);
  expect(policyOf(file)).toMatchObject({
    pace: "normal",
    checks: { quick: [], full: [], timeoutMs: 600_000 },
  });
});

test("quick and full stand in for each other", () => {
  const run = { run: "make test" };
  const check = { name: "make test", run: "make test" };
  expect(policyOf({ checks: { full: [run] } }).checks).toMatchObject({ quick: [check], full: [check] });
  expect(policyOf({ checks: { quick: [run] } }).checks).toMatchObject({ quick: [check], full: [check] });
  const told = { ...run, name: "tests", report: "out/junit.xml" };
  expect(policyOf({ checks: { full: [told] } }).checks.quick).toEqual([told]);
  expect(policyOf({ checks: { quick: [], full: [run] } }).checks).toMatchObject({ quick: [], full: [check] });
});

test("a person's own settings say which model is meant", () => {
  const seats = seatsOf({ models: { coach: "local/tiny" } }, { models: { strong: "acme/big-1" } });
  expect(seats.map(({ model }) => model)).toEqual(["acme/big-1", "acme/big-1", "local/tiny", "acme/big-1"]);
});

test("an engineer may have a model of their own, and one without tools only talks", () => {
  const engineers = [
    { name: "ada", model: "home/tiny", text: true },
    { name: "bo", model: "other" },
    { name: "cy", model: "home/small" },
    { name: "di", model: "home/small", text: false },
  ];
  const models = { strong: "acme/big", other: "acme/else" };
  const seats = seatsOf({ team: { engineers } }, { models }, (model) => model !== "home/small");
  expect(seats.slice(0, 4).map(({ id, model, textOnly = false }) => [id, model, textOnly])).toEqual([
    ["ada", "home/tiny", true],
    ["bo", "acme/else", false],
    ["cy", "home/small", true],
    ["di", "home/small", false],
  ]);
});

test("how the talk is shown is said for a role, or for one engineer", () => {
  const engineers = [{ name: "ada" }, { name: "bo", rendering: "shared" as const }];
  const rendering = { engineer: "perspective", architect: "perspective" } as const;
  expect(seatsOf({ team: { engineers }, rendering }, {}).map((seat) => seat.rendering)).toEqual([
    "perspective",
    undefined,
    undefined,
    "perspective",
  ]);
});

test.each<readonly [unknown, string]>([
  [{ team: { engineers: [{ name: "human" }, { name: "b" }] } }, "is reserved"],
  [{ team: { engineers: [{ name: "a" }] } }, "at least two"],
  [{ team: { engineers: [{ name: "a" }, { name: "a" }] } }, "the same name"],
  [{ team: { engineers: [{ name: "A b" }, { name: "c" }] } }, "lower-case"],
  [{ checks: { timeout: "soon" } }, "such as"],
  [{ budget: { iteration: -1 } }, "Too small"],
  [{ budget: { session: 5 } }, "Unrecognized key"],
  [{ output: { coding: 0 } }, "Too small"],
  [{ checks: { full: [{ run: "" }] } }, "cannot be empty"],
  [{ checks: { full: [{ run: " " }] } }, "cannot be empty"],
  [{ checks: { full: [{ run: "a", report: "../junit.xml" }] } }, "a path inside the project"],
  [{ checks: { full: [{ run: "a", report: "/tmp/junit.xml" }] } }, "a path inside the project"],
  [{ checks: { full: [{ run: "a\0b" }] } }, "a command line"],
  [{ setup: {} }, "expected string"],
  [{ setup: { run: "" } }, "cannot be empty"],
  [{ setup: { run: "x", keep: [] } }, "Too small"],
  ...["/etc", "..", "a/../b", "./a", ".git", ".git/x", "a\0", "a\\b"].map(
    (path) => [{ setup: { run: "x", keep: [path] } }, "a path inside the project"] as const,
  ),
])("%j is refused", (file, why) => {
  const parsed = teamFileSchema.safeParse(file);
  expect(parsed.success).toBe(false);
  expect(JSON.stringify(parsed.error?.issues)).toContain(why);
});

test("what may be written and whether commands ask are part of the settings; a person's wait is, too", () => {
  const write = { allow: ["src/**"], ask: ["*.sql"], deny: ["vendor/"] };
  const file = teamFileSchema.parse({ write, commands: "ask" });
  expect(teamOf(file, { wait: "90s" }).policy).toMatchObject({ write, commands: "ask", wait: 90_000 });
  expect(teamOf(file, { wait: "0" }).policy.wait).toBe(0);
  expect(policyOf({})).not.toHaveProperty("write");
});

test.each([
  ["allow", "src/[ab", /line 1, write\.allow\[0\]: a \[ without its \]/],
  ["ask", "", /line 1, write\.ask\[0\]: a pattern that names no path/],
  ["deny", "../a", /line 1, write\.deny\[0\]: a pattern starts at the root/],
])("a pattern that cannot be used is a clear error: %s %j", (list, pattern, words) => {
  const text = JSON.stringify({ write: { [list]: [pattern] } });
  expect(() => parseConfig("team.json", text, teamFileSchema)).toThrow(words);
});
