import { expect, test } from "vitest";
import { tellingLines } from "./telling-lines.ts";

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
  [
    "npm, which explains itself below the cause",
    `npm error code EUSAGE\nnpm error\nnpm error The \`npm ci\` command can only install with a lock file\nnpm error\nnpm error Usage:\n${"npm error   --omit\n".repeat(40)}`,
    "can only install with a lock file",
  ],
  [
    "npm's heading above its own words",
    '> mri@1.2.0 test\n> tape test\n\nnpm error Missing script: "build"\n',
    'Missing script: "build"',
  ],
  [
    "the first of many lines, below which a program explains itself",
    `src/a.ts(3,5): error TS2322: no such type\n${"usage: tsc [--help]\n".repeat(20)}`,
    "error TS2322: no such type",
  ],
  ["a compiler", "a.c:1:1: error: unknown type\nmake: *** [all] Error 1\n", "a.c:1:1: error: unknown type"],
])("10.2: of a red check without names, what is wrong is told: %s", (_, output, told) => {
  expect(tellingLines(output)).toContain(told);
});

test("10.2: it stays short, and says nothing about silence", () => {
  const long = tellingLines(Array.from({ length: 500 }, (_, at) => `${at} ${"x".repeat(900)}`).join("\n"));
  expect(long.split("\n")).toHaveLength(8);
  expect(long.length).toBeLessThan(8 * 210);
  expect(long).toContain("499 x");
  expect(tellingLines(" \n\n")).toBe("");
});

test("10.2: of what npm says, nothing that it says about its usage is told", () => {
  const output = `npm error code EUSAGE\nnpm error No lock file\nnpm error\nnpm error Usage:\nnpm error npm ci\n`;
  expect(tellingLines(output)).toBe("npm error code EUSAGE\nnpm error No lock file");
});
