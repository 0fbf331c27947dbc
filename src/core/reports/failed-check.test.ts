import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { failedCheckWords } from "./failed-check.ts";
import { readTests } from "./runners/read-tests.ts";

function words(output: string, exit: number | null = 1): string {
  return failedCheckWords({
    name: "tests",
    command: "npm test",
    exit,
    output,
    report: readTests(output, "/home/pia/calc"),
  });
}

test("10.30: of 23 tests in TAP the one that fails comes first, with message and place", () => {
  const failing = `not ok 1 - takes away
  ---
  location: '/home/pia/calc/a.test.js:7:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:

    3 !== 1
  stack: |-
    TestContext.<anonymous> (file:///home/pia/calc/a.test.js:8:44)
  ...
`;
  const passing = Array.from(
    { length: 22 },
    (_, index) => `ok ${index + 2} - passes ${index}\n  ---\n  duration_ms: 0.1\n  type: 'test'\n  ...\n`,
  );
  const output = `TAP version 13\n${failing}${passing.join("")}1..23\n# tests 23\n# pass 22\n# fail 1\n`;
  expect(words(output)).toMatch(/^tests \(npm test\) exits with 1\. One test fails \(22 passed\):\n/);
  expect(words(output).split("\n").slice(1, 9).join("\n")).toBe(`1. a.test.js: takes away
   at a.test.js:8:44
   Expected values to be strictly equal:

   3 !== 1

The end of its output:
…`);
});

test("10.30: a check whose name is its command is named once", () => {
  const check = { name: "npm test", command: "npm test", exit: 2, output: "no", report: readTests("no") };
  expect(failedCheckWords(check)).toBe("npm test exits with 2:\nno");
});

test("11: what the sandbox did to it stands first, however much it printed", () => {
  const lines = "[sandbox] There is no network here.\n[sandbox] Only the worktree can be written.\n";
  for (const printed of ["no\n", `${"x\n".repeat(10_000)}not ok 1 - fails\n# fail 1\n`]) {
    const said = words(`${lines}${printed}`);
    expect(said.startsWith(`${lines}tests (npm test) exits with 1`)).toBe(true);
    expect(said.match(/\[sandbox\]/g)).toHaveLength(2);
  }
});

test("10.30: no more than ten are told in detail and forty by name, and all of it stays short", () => {
  const output = readFileSync("test/data/runners/node-tap.txt", "utf8");
  expect(words(output)).toMatch(
    /5 tests fail \(7 passed\):\n1\. test\/broken\.test\.js could not be run to its end\n {3}at /,
  );
  const many = Array.from(
    { length: 450 },
    (_, index) => `not ok ${index} - t${index}\n  ---\n  error: ${"x".repeat(900)}\n  ...`,
  );
  const said = words(many.join("\n"));
  expect(said.match(/^\d+\. /gm)).toHaveLength(10);
  expect(said.match(/^- /gm)).toHaveLength(30);
  expect(said).toContain("\nand 410 more\n");
  expect(said.length).toBeLessThan(11_000);
});

test("10.30: without names the end of the output is told, cut at a line", () => {
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}`).join("\n");
  expect(words(lines, null)).toMatch(/^tests \(npm test\) was ended:\n…\nline \d+\n/);
  expect(words(lines)).toMatch(/line 399$/);
  expect(words("x".repeat(9000))).toHaveLength(3000 + "tests (npm test) exits with 1:\n…\n".length);
});

test("10.30: the end of the output is cut at a line only if most of it is left", () => {
  const end = (output: string) => words(output).split(":\n")[1];
  expect(end("x".repeat(3000))).toBe("x".repeat(3000));
  expect(end(`${"a".repeat(5)}\n${"x".repeat(2998)}`)).toBe(`…\n${"x".repeat(2998)}`);
  expect(end(`${"a".repeat(1510)}\n${"x".repeat(1499)}`)).toBe(`…\n${"x".repeat(1499)}`);
  expect(end(`${"a".repeat(5000)}\nx`)).toBe(`…\n${"a".repeat(2998)}\nx`);
});

test("10.30: passed tests are counted only where there are some", () => {
  const said = (passed: number) =>
    failedCheckWords({
      name: "t",
      command: "t",
      exit: 1,
      output: "",
      report: { failing: [{ test: "adds" }], more: 0, counts: { passed, failed: 1 } },
    }).split("\n")[0];
  expect(said(0)).toBe("t exits with 1. One test fails:");
  expect(said(1)).toBe("t exits with 1. One test fails (1 passed):");
});

test("10.30: ten tests are told in detail, thirty more by name, and the others counted", () => {
  const told = (count: number, more = 0) => {
    const failing = Array.from({ length: count }, (_, at) => ({
      test: `t${at}`,
      message: `m${at}`,
      place: `p${at}`,
    }));
    const said = failedCheckWords({
      name: "t",
      command: "t",
      exit: 1,
      output: "",
      report: { failing, more },
    });
    return said.split("\n\n")[0]?.split("\n") ?? [];
  };
  expect(told(2)).toEqual([
    "t exits with 1. 2 tests fail:",
    "1. t0",
    "   at p0",
    "   m0",
    "2. t1",
    "   at p1",
    "   m1",
  ]);
  expect(told(11).slice(-2)).toEqual(["   m9", "- t10"]);
  expect(told(40).at(-1)).toBe("- t39");
  expect(told(41).slice(-2)).toEqual(["- t39", "and 1 more"]);
  expect(told(1, 1)).toEqual(["t exits with 1. 2 tests fail:", "1. t0", "   at p0", "   m0", "and 1 more"]);
});

test("10.30: a message is told up to 600 characters, and behind named tests half as much of the output", () => {
  const said = (message: string, output: string) =>
    failedCheckWords({
      name: "t",
      command: "t",
      exit: 1,
      output,
      report: { failing: [{ test: "a", message }], more: 0 },
    }).split("\n\nThe end of its output:\n");
  expect(said("m".repeat(600), "")[0]).toMatch(/\n {3}m{600}$/);
  expect(said("m".repeat(601), "")[0]).toMatch(/\n {3}m{600}…$/);
  expect(said("one\n\n  two", "")[0]).toMatch(/1\. a\n {3}one\n\n {5}two$/);
  expect(said("", "x".repeat(1500))[1]).toBe("x".repeat(1500));
  expect(said("", "y".repeat(1501))[1]).toBe(`…\n${"y".repeat(1500)}`);
});

test("the end of the output is short only where every failure is told with its whole message", () => {
  const tail = (messages: readonly (string | undefined)[], more = 0) => {
    const failing = messages.map((message, at) => ({
      test: `t${at}`,
      ...(message !== undefined && { message }),
    }));
    const check = { name: "t", command: "t", exit: 1, output: "y".repeat(5_000) };
    return failedCheckWords({ ...check, report: { failing, more } }).split("The end of its output:\n…\n")[1]
      ?.length;
  };
  expect(tail(["3 !== 1"])).toBe(400);
  expect(tail(Array(10).fill("m".repeat(600)))).toBe(400);
  expect(tail(["3 !== 1", undefined])).toBe(1_500);
  expect(tail(["3 !== 1", " \n"])).toBe(1_500);
  expect(tail(["m".repeat(601)])).toBe(1_500);
  expect(tail(Array(11).fill("m"))).toBe(1_500);
  expect(tail(["3 !== 1"], 1)).toBe(1_500);
});
