import { expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { jestReader } from "./jest.ts";

function read(...lines: string[]) {
  const reader = jestReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}

test("each failing test is told with its file, suites, place, and its message without code", () => {
  expect(
    read(
      "FAIL ./a.test.js",
      "  ● calc › by zero › throws",
      "",
      "    Expected: 1",
      "      Received: 2",
      "",
      "      5 | it()",
      "    > 6 | expect()",
      "      at f (a.test.js:6:1)",
      "",
      "  ● adds",
      "",
      "    no code",
      "      at g (a.test.js:9:1)",
      "",
      "PASS b.test.js",
      "    not told",
      " FAIL  unit c.test.js (5.2 s)",
      "  ● Test suite failed to run",
      "",
      "    Cannot find module",
    ),
  ).toEqual({
    named: [
      {
        test: "throws",
        suite: "calc > by zero",
        file: "a.test.js",
        place: "a.test.js:6:1",
        message: "Expected: 1\n  Received: 2",
      },
      { test: "adds", file: "a.test.js", place: "a.test.js:9:1", message: "no code" },
      { test: wholeFile, file: "c.test.js", message: "Cannot find module" },
    ],
    more: 0,
    counts: undefined,
  });
});

test("code ends the message, and in the first line leaves none", () => {
  expect(read("  ● adds", "    one", "    > 6 | expect()", "    late").named).toEqual([
    { test: "adds", message: "one" },
  ]);
  expect(read("  ● adds", "    > 6 | expect()", "    late").named).toEqual([{ test: "adds" }]);
});

test("what stands less deep ends a test, and what follows is not its message", () => {
  const message = (line: string) => read("  ● adds", "    one", line, "    two").named[0]?.message;
  expect(message("    four spaces")).toBe("one\nfour spaces\ntwo");
  expect(message("")).toBe("one\n\ntwo");
  expect(message("   three spaces")).toBe("one");
  expect(message("Tests: 1 failed")).toBe("one");
});

test("what a test printed to the console is no test", () => {
  expect(read("FAIL a.test.js", "  ● Console", "    console.log", "  ● adds", "    no").named).toEqual([
    { test: "adds", file: "a.test.js", message: "no" },
  ]);
});
