import { expect, test } from "vitest";
import { wrapped } from "./wrapped.ts";

const narrow = { isTty: true, columns: () => 21 };

test.each<[what: string, line: string, rows: readonly string[]]>([
  ["what fits", "short", ["short"]],
  ["what does not", "twelve letters and more", ["twelve letters and", "  more"]],
  ["an indented line", "  one and two and three", ["  one and two and", "    three"]],
  ["several lines in one", "one\ntwo", ["one", "two"]],
  ["a command", '  git commit -m "what was changed"', ['  git commit -m "what was changed"']],
  [
    "a line with colours",
    "\u001b[1mtwelve letters and more\u001b[0m",
    ["\u001b[1mtwelve letters and more\u001b[0m"],
  ],
])("in a terminal of 21 columns: %s", (_, line, rows) => {
  expect(wrapped(narrow, [line])).toEqual(rows);
});

test("without a terminal every line stays as it is", () => {
  const line = "word ".repeat(100);
  expect(wrapped({ ...narrow, isTty: false }, [line])).toEqual([line]);
});
