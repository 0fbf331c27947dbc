import { expect, test } from "vitest";
import { because } from "./because.ts";

test.each([
  ["The parser is small.", "because the parser is small."],
  ["It's there.", "because it's there."],
  ["Because we need it", "because we need it"],
  ["because: A test says so", "because a test says so"],
  ["JSON is enough", "because JSON is enough"],
  ["Node has it", "because Node has it"],
  ["they are there.", "because they are there."],
])("%j goes on after because", (reason, words) => {
  expect(because(reason)).toBe(words);
});
