import { expect, test } from "vitest";
import { firstSentence } from "./first-sentence.ts";

test.each([
  ["I would start with the parser. Then the rest.", "I would start with the parser."],
  ["Yes. I would start with the parser. Then more.", "Yes. I would start with the parser."],
  [
    "The machine says 0.1 + 0.2 is 0.30000000000000004. A till says 0.3.",
    "The machine says 0.1 + 0.2 is 0.30000000000000004.",
  ],
  ["Use something small, e.g. a table of tokens. Not more.", "Use something small, e.g. a table of tokens."],
  ["## What I think of this\n\nIt is fine.", "What I think of this"],
  ["Three things to settle before we go on:\n- one\n- two", "Three things to settle before we go on:"],
  ['He said (and I quote "it works on mine.") Then he left.', 'He said (and I quote "it works on mine.")'],
  ["A line\nthat goes on without an end", "A line that goes on without an end"],
  ["", ""],
])("of %j", (text, first) => {
  expect(firstSentence(text)).toBe(first);
});

test("a sentence of just the least length stands alone", () => {
  expect(firstSentence("This has two dozen of it. Yes.")).toBe("This has two dozen of it.");
  expect(firstSentence("It is twenty-four long.. Then more.")).toBe("It is twenty-four long..");
  expect(firstSentence("\n\nAfter empty lines.")).toBe("After empty lines.");
});
