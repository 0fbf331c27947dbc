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

test("every part of a failing test is told, without the signs of XML", () => {
  expect(
    read(
      '<testsuite name="a &amp; b">',
      '  <testsuite name="inner" time="1">',
      '    <testsuite name="empty"/>',
      '    <testcase name="is &quot;&lt;odd&gt;&quot;" classname="C" file="a.test.js">',
      '      <failure message="it&apos;s&#10;no" type="x">',
      "        at f (b.js:2:3)",
      "      </failure>",
      "    </testcase>",
      "  </testsuite>",
      '  <testcase name="outer"><error message=""/>',
      "first",
      "  at g (c.js:4:5)",
      "</testcase>",
      "</testsuite>",
      '<testcase name="alone"><failure message="no"/></testcase>',
    ).named,
  ).toEqual([
    { test: 'is "<odd>"', suite: "a & b > inner", file: "a.test.js", place: "b.js:2:3", message: "it's\nno" },
    { test: "outer", suite: "a & b", place: "c.js:4:5", message: "first" },
    { test: "alone", message: "no" },
  ]);
});

test("a test ends where the next one begins, where it is closed, and where the output is cut", () => {
  const counts = (...lines: string[]) => read(...lines).counts;
  expect(counts('<testcase name="a">', '<testcase name="b">', "<failure/>")).toMatchObject({
    passed: 1,
    failed: 1,
  });
  expect(counts('<testcase name="a" time="1"/>', "<failure/>")).toMatchObject({ passed: 1, failed: 0 });
  expect(counts('<testcase name="a"></testcase>', "<skipped/>")).toMatchObject({ passed: 1, skipped: 0 });
  expect(counts('<testcase name="a"><skipped/></testcase>')).toMatchObject({ passed: 0, skipped: 1 });
  expect(counts('<testcase name="a"><failure/>', "<skipped/>", "</testcase>")).toMatchObject({
    failed: 1,
    skipped: 0,
  });
  expect(counts("<failure/>", "words", "</testcase>")).toBeUndefined();
});

test("only what begins like XML is read, but inside of a test every line is", () => {
  expect(read('printed <testcase name="a"/>').counts).toBeUndefined();
  expect(read('<testcase name="a">', "<failure>", "why", "</testcase>").named[0]?.message).toContain("why");
  expect(read('<testcase classname="C"/>', '<testcase name=""><failure/></testcase>').named).toEqual([]);
});

test("fifty suites inside of each other are told", () => {
  const suites = (count: number) =>
    Array.from({ length: count }, (_, index) => `<testsuite name="${index}">`);
  const told = (count: number) =>
    read(...suites(count), '<testcase name="a"><failure/></testcase>').named[0]?.suite?.split(" > ").length;
  expect([told(49), told(50), told(51)]).toEqual([49, 50, 50]);
});
