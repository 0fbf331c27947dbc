import { expect, test } from "vitest";
import { lastLines } from "./last-lines.ts";

const stack = Array.from({ length: 30 }, (_, at) => `    at step${at} (node:internal/modules:${at}:1)`).join(
  "\n",
);

test.each<[what: string, output: string, told: string]>([
  [
    "a missing package, above a long stack",
    `node:internal/modules/package_json_reader:255\n  throw new ERR_MODULE_NOT_FOUND();\n        ^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'ava' imported from test.js\n${stack} {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.11.0\n`,
    "Cannot find package 'ava'",
  ],
  [
    "npm's own words below the cause",
    `sh: tsc failed: bad flag\n${"npm error code 2\n".repeat(20)}`,
    "sh: tsc failed: bad flag",
  ],
  ["nothing but npm's words", 'npm error Missing script: "test"\n', 'npm error Missing script: "test"'],
  ["a compiler", "a.c:1:1: error: unknown type\nmake: *** [all] Error 1\n", "a.c:1:1: error: unknown type"],
])("10.2: of a red check without names the end is told: %s", (_, output, told) => {
  expect(lastLines(output)).toContain(told);
});

test("10.2: it stays short, and says nothing about silence", () => {
  const long = lastLines(Array.from({ length: 500 }, (_, at) => `${at} ${"x".repeat(900)}`).join("\n"));
  expect(long.split("\n")).toHaveLength(8);
  expect(long.length).toBeLessThan(8 * 210);
  expect(long).toContain("499 x");
  expect(lastLines(" \n\n")).toBe("");
});

test("10.2: the last eight lines that say something are told, each up to 200 characters", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}`);
  expect(lastLines(`${rows(8).join("\n\n")}\n    at f (a.js:1:1)\n`)).toBe(rows(8).join("\n"));
  expect(lastLines(rows(9).join("\n"))).toBe(rows(9).slice(1).join("\n"));
  expect(lastLines(`  ${"x".repeat(198)}  `)).toBe(`  ${"x".repeat(198)}`);
  expect(lastLines(`  ${"x".repeat(199)}`)).toBe(`  ${"x".repeat(198)}…`);
  expect(lastLines("npm error a\n\nnpm error b")).toBe("npm error a\nnpm error b");
});
