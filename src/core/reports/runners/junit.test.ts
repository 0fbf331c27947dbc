import { expect, test } from "vitest";
import { junitReader } from "./junit.ts";

function read(...lines: string[]) {
  const reader = junitReader();
  for (const line of lines) reader.line(line);
  return { named: reader.end().named, counts: reader.counts() };
}

test("a failing test is told with its suites, or with its class where there are none", () => {
  const failing = ['<testcase name="adds" classname="Sum">', '<failure message="3 !== 1"/>', "</testcase>"];
  expect(read(...failing).named).toMatchObject([{ test: "adds", suite: "Sum", message: "3 !== 1" }]);
  expect(read('<testsuite name="calc">', ...failing, "</testsuite>", ...failing).named).toMatchObject([
    { test: "adds", suite: "calc" },
    { test: "adds", suite: "Sum" },
  ]);
});

test("what stands below a failure without a message is its message", () => {
  const { named } = read('<testcase name="adds">', "<failure>", "3 &lt; 1", "</failure>", "</testcase>");
  expect(named[0]?.message).toContain("3 < 1");
});

test("tests are counted as passed, failed or skipped", () => {
  const { counts } = read(
    "no XML",
    '<testcase name="a"/>',
    '<testcase name="b">',
    "<skipped/>",
    "</testcase>",
    '<testcase name="c">',
    "<error/>",
    "</testcase>",
  );
  expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
});
