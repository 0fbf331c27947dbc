import { expect, test } from "vitest";
import { nameWords, testId, wholeFile } from "./test-report.ts";

test.each([
  [{ test: "adds" }, "adds", "adds"],
  [{ test: "adds", suite: "calc" }, "calc > adds", "calc > adds"],
  [{ test: "adds", file: "a.js" }, "a.js: adds", "a.js > adds"],
  [{ test: "adds", suite: "calc", file: "a.js" }, "a.js: calc > adds", "a.js > calc > adds"],
  [{ test: wholeFile, file: "a.js" }, "a.js could not be run to its end", `a.js > ${wholeFile}`],
  [{ test: wholeFile }, wholeFile, wholeFile],
  [{ file: "a.js" }, "a.js: ", "a.js"],
])("%j is told as %j", (name, words, id) => {
  expect([nameWords(name), testId(name)]).toEqual([words, id]);
});
