import { describe, expect, test } from "vitest";
import {
  Blocks,
  beforeStack,
  dedent,
  FoundTests,
  failingTest,
  isTestFile,
  Kept,
  Lines,
  placeIn,
} from "./found-tests.ts";

test("the first thousand are kept, and those after them are counted", () => {
  const kept = new Kept<number>();
  const hadRoom = Array.from({ length: 1002 }, (_, one) => kept.add(one));
  expect(hadRoom.lastIndexOf(true)).toBe(999);
  expect(hadRoom.indexOf(false)).toBe(1000);
  expect([kept.all().length, kept.all().at(-1), kept.beyond()]).toEqual([1000, 999, 2]);
});

test("failing tests are kept by name, and counted beyond that; one without a name is none", () => {
  const found = new FoundTests();
  found.add({ test: "" });
  for (let count = 0; count < 1003; count += 1) found.add({ test: `t${count}` });
  found.more(4);
  found.more(5);
  const { named, more } = found.failing();
  expect([named.length, named[0]?.test, more]).toEqual([1000, "t0", 12]);
});

test("what a runner listed is counted by how it ended; where it listed nothing there is no count", () => {
  const listed = (...ended: ("passed" | "failed" | "skipped")[]) => {
    const found = new FoundTests();
    for (const how of ended) found.ran(how);
    return found.listed();
  };
  expect(listed()).toBeUndefined();
  expect(listed("passed")).toEqual({ passed: 1, failed: 0, skipped: 0 });
  expect(listed("passed", "failed")).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(listed("failed", "skipped")).toEqual({ passed: 0, failed: 1, skipped: 1 });
  expect(listed("skipped", "passed", "skipped")).toEqual({ passed: 1, failed: 0, skipped: 2 });
});

test("of the lines of one failing test sixty are kept", () => {
  const lines = new Lines();
  for (let count = 1; count <= 61; count += 1) lines.add(`line ${count}`);
  expect([lines.all().length, lines.all()[0], lines.all().at(-1)]).toEqual([60, "line 1", "line 60"]);
});

test("a block has the lines below its head, up to the next one or its end", () => {
  const told: string[] = [];
  const blocks = new Blocks((head: string, lines) => told.push(`${head}: ${lines.join()}`));
  blocks.add("before all");
  blocks.end();
  expect([told, blocks.isOpen()]).toEqual([[], false]);
  blocks.begin("a");
  expect(blocks.isOpen()).toBe(true);
  blocks.add("1");
  blocks.add("2");
  blocks.begin("b");
  blocks.end();
  expect(blocks.isOpen()).toBe(false);
  blocks.add("between");
  blocks.end();
  expect(told).toEqual(["a: 1,2", "b: "]);
});

describe("a failing test is told by the parts that say something", () => {
  test("all of them", () => {
    expect(
      failingTest({
        test: " adds ",
        suite: ["calc", "sums"],
        file: "./a.test.js",
        place: "./a.test.js:3:1",
        message: "\n no\n  more\n",
      }),
    ).toEqual({
      test: "adds",
      suite: "calc > sums",
      file: "a.test.js",
      place: "a.test.js:3:1",
      message: "no\n  more",
    });
  });

  test("none but its name", () => {
    expect(failingTest({ test: "adds" })).toEqual({ test: "adds" });
    expect(
      failingTest({ test: "adds", suite: [], file: undefined, place: undefined, message: undefined }),
    ).toEqual({ test: "adds" });
    const empty = { suite: [""], file: "", place: "", message: " \n" };
    expect(failingTest({ test: "adds", ...empty })).toEqual({ test: "adds" });
  });

  test("names up to 300 characters, a message up to 800", () => {
    const told = (more: number) => {
      const name = "n".repeat(300 + more);
      const message = "m".repeat(800 + more);
      return failingTest({ test: name, suite: [name], file: name, place: name, message });
    };
    const [name, message] = ["n".repeat(300), "m".repeat(800)];
    expect(told(0)).toEqual({ test: name, suite: name, file: name, place: name, message });
    const cut = `${name}…`;
    expect(told(1)).toEqual({ test: cut, suite: cut, file: cut, place: cut, message: `${message}…` });
  });
});

test.each([
  [[], []],
  [
    ["  a", "    b", "  c"],
    ["a", "  b", "c"],
  ],
  [
    ["    a", "  b"],
    ["  a", "b"],
  ],
  [
    ["a", "  b"],
    ["a", "  b"],
  ],
  [
    ["    a", "", " ", "    b"],
    ["a", "", "", "b"],
  ],
  [
    ["", "   "],
    ["", "   "],
  ],
])("%j without the indentation that all lines share is %j", (lines, left) => {
  expect(dedent(lines)).toEqual(left);
});

test.each([
  ["    at Context.<anonymous> (test/a.js:3:14)", "test/a.js:3:14"],
  ["    at test/a.js:3:14", "test/a.js:3:14"],
  ["    at ./test/a.js:3:14  ", "test/a.js:3:14"],
  ["test_a.py:7:", "test_a.py:7"],
  [" ❯ a.test.ts:9:58", "a.test.ts:9:58"],
  ["    at /usr/lib/a.js:1:1", undefined],
  ["    at ../other/a.js:1:1", undefined],
  ["    at async node:internal/process/task_queues.js:95:5", undefined],
  ["    at run (node_modules/mocha/lib/run.js:1:1)", undefined],
  ["    at run (packages/a/node_modules/mocha/run.js:1:1)", undefined],
  ["    at f (my_node_modules/a.js:1:1)", "my_node_modules/a.js:1:1"],
  ["see a.js:3:1 for more", undefined],
  ["no place", undefined],
])("the place in %j is %s", (line, place) => {
  expect(placeIn([line])).toBe(place);
});

test("of several places the first in the project counts", () => {
  expect(placeIn(["at node:fs.js:1:1", "at f (a.js:1:2)", "at g (b.js:3:4)"])).toBe("a.js:1:2");
  expect(placeIn([])).toBeUndefined();
});

test.each([
  [["Error: no", "  at f (a.js:1:1)", "more"], ["Error: no"]],
  [["Error", " ❯ a.ts:1:1"], ["Error"]],
  [["oh", "stack backtrace:", "x"], ["oh"]],
  [["oh", "   0: 0x5581", "x"], ["oh"]],
  [["oh", "a.py:3: "], ["oh"]],
  [["at once", "no"], []],
  [["no stack", "at all it seems"], ["no stack"]],
  [
    ["one", "two"],
    ["one", "two"],
  ],
])("before the stack in %j stands %j", (lines, left) => {
  expect(beforeStack(lines)).toEqual(left);
});

test.each([
  ["a.test.js", true],
  ["test/a.mts", true],
  ["a.cjs", true],
  ["a.tsx", true],
  ["test_a.py", true],
  ["a_spec.rb", true],
  ["ATest.php", true],
  ["A.vue", true],
  ["A.svelte", true],
  ["reads a.js", false],
  ["a.json", false],
  ["a", false],
  ["", false],
])("%j names a test file: %s", (name, is) => {
  expect(isTestFile(name)).toBe(is);
});
