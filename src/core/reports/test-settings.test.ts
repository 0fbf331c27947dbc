import { describe, expect, test } from "vitest";
import { changedSettings, isSettings, member } from "./test-settings.ts";

const told = (path: string, before: string | undefined, after: string | undefined) =>
  changedSettings({ path, before, after }).map(({ kind, path: of, tier, text }) => [kind, of, tier, text]);

test.each([
  "pytest.ini",
  "tests/conftest.py",
  ".mocharc.json",
  ".rspec",
  "phpunit.xml.dist",
  ".nycrc",
  ".nycrc.json",
  ".taprc",
  ".config/nextest.toml",
  "noxfile.py",
  "karma.conf.js",
  "jest.config.ts",
  "app/vitest.workspace.ts",
  "playwright.config.mjs",
  "tox.ini",
  "setup.cfg",
  "pyproject.toml",
  "Cargo.toml",
  "package.json",
])("%s holds settings of a test runner", (path) => {
  expect(isSettings(path)).toBe(true);
});

test.each([
  "pytest.ini.md",
  "my-jest.config.ts",
  "a.toml",
  "package-lock.json",
  "jest.js",
  "package.json/a",
  "",
])("%s holds none", (path) => {
  expect(isSettings(path)).toBe(false);
  expect(told(path, "a", "exclude")).toEqual([]);
});

describe("settings that are others now are told", () => {
  test("as new, changed or removed; a person must look when they leave tests out", () => {
    const [path, head] = [".rspec", "the test settings in .rspec"];
    const found = (tier: string, what: string) => [["test-config", path, tier, `${head} ${what}`]];
    expect(told(path, "--color", "--format d")).toEqual(found("note", "were changed"));
    expect(told(path, undefined, "--color")).toEqual(found("note", "are new"));
    expect(told(path, "--color", undefined)).toEqual(found("note", "were removed"));
    expect(told(path, "--color", "--exclude x")).toEqual(found("person", "were changed and leave tests out"));
    expect(told(path, undefined, "--exclude x")).toEqual(found("person", "are new and leave tests out"));
    expect(told(path, "--exclude x", "--exclude y")).toEqual(found("note", "were changed"));
    expect(told(path, "--exclude x", "--color")).toEqual(found("note", "were changed"));
  });

  test("unless they are the same, or new and empty", () => {
    expect(told(".rspec", "a", "a")).toEqual([]);
    expect(told(".rspec", undefined, " \n")).toEqual([]);
    expect(told(".rspec", undefined, undefined)).toEqual([]);
    expect(told(".rspec", "a", "")).toHaveLength(1);
  });
});

describe("of a file that is about other things, too, only the part about tests counts", () => {
  const changes = (path: string, before: string, after: string) => told(path, before, after).length > 0;

  test.each([
    ["setup.cfg", "[tool:pytest]", "[metadata]"],
    ["tox.ini", "[testenv:lint]", "[flake8]"],
    ["tox.ini", "[ pytest ]", "[pytest-other]"],
    ["tox.ini", "[tox]", "[other]"],
    ["pyproject.toml", "[tool.pytest.ini_options]", "[tool.ruff]"],
    ["pyproject.toml", "[[tool.hatch.envs.test]]", "[project]"],
  ])("%s: %s does, and %s does not", (path, own, other) => {
    const text = (a: string, b: string) => `top = 1\n${own}\nx = ${a}\n\n${other}\ny = ${b}\n`;
    const turned = (a: string, b: string) => `${other}\ny = ${b}\n${own}\nx = ${a}\n`;
    for (const written of [text, turned]) {
      expect(changes(path, written("1", "1"), written("2", "1"))).toBe(true);
      expect(changes(path, written("1", "1"), written("1", "2"))).toBe(false);
    }
    expect(changes(path, text("1", "1"), text("1", "1").replace("\n\n", "\n"))).toBe(false);
    expect(changes(path, text("1", "1"), `top = 2\n${text("1", "1")}`)).toBe(false);
  });

  test("Cargo.toml: what switches tests on and off", () => {
    for (const key of ["test", "doctest", "harness", "autotests"])
      expect(changes("Cargo.toml", "a = 1\n", `a = 1\n${key} = false\n`)).toBe(true);
    expect(changes("Cargo.toml", "a = 1\n", "a = 2\ntested = true\n")).toBe(false);
  });

  test("package.json: the fields of runners, in any order", () => {
    const json = (fields: object) => JSON.stringify({ name: "x", ...fields });
    for (const field of ["jest", "mocha", "vitest", "ava", "nyc", "c8", "tap", "wireit"])
      expect(changes("package.json", json({}), json({ [field]: {} }))).toBe(true);
    expect(changes("package.json", json({}), json({ version: "2" }))).toBe(false);
    expect(changes("package.json", json({ jest: 1, ava: 2 }), json({ ava: 2, jest: 1 }))).toBe(false);
    expect(changes("package.json", json({ jest: 1 }), json({ ava: 1 }))).toBe(true);
  });
});

test.each([
  ['{"a":1,"b":2}', "b", 2],
  ['{"a":1}', "b", undefined],
  ["[1]", "0", 1],
  ["null", "a", undefined],
  ["5", "a", undefined],
  ['"text"', "0", undefined],
  ["no JSON", "a", undefined],
])("of %s the field %s is %s", (text, name, value) => {
  expect(member(text, name)).toBe(value);
});
