import { expect, test } from "vitest";
import { isLargeData } from "./large-data.ts";

const large = { lines: 301, text: "+x\n" };

test.each([
  "stray.txt",
  "a/b/WORDS.TXT",
  "prices.csv",
  "test/data/big.json",
  "trace.jsonl",
  "npm.log",
  "a.snap",
])("%s is data", (path) => {
  expect(isLargeData(path, large)).toBe(true);
  expect(isLargeData(path, { lines: 300, text: "+".repeat(20_000) })).toBe(false);
  expect(isLargeData(path, { lines: 1, text: "+".repeat(20_001) })).toBe(true);
});

test.each([
  "a.js",
  "Makefile",
  "run",
  "txt",
  "a.txt.sh",
  "a.sql",
  "ci.yml",
  "pom.xml",
  "web/package.json",
  "tsconfig.build.json",
  "CMakeLists.txt",
  "requirements-dev.txt",
  "dev_requirements.txt",
  ".vscode/tasks.json",
  ".eslintrc.json",
])("%s is none, however large it is", (path) => {
  expect(isLargeData(path, { lines: 60_000, text: "+".repeat(90_000) })).toBe(false);
});
