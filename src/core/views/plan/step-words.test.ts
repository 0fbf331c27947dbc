import { expect, test } from "vitest";
import { stepWords } from "./step-words.ts";

test.each([
  ["enter/refinement.1", "Opening refinement"],
  ["turn/pre-code-review.1/7", "A turn in pre-code-review"],
  ["coach/planning.1/2", "A turn in planning"],
  ["artifact/code-review.1/1", "Writing up code-review"],
  ["task/t3/2/CODING@412", "Working on t3"],
  ["task/t3/1/AWAIT_MERGE@9", "Landing t3"],
  ["cancel/t3@41", "Cancelling t3"],
  ["ship@88", "Shipping"],
])("%s is called %s", (key, words) => {
  expect(stepWords(key)).toBe(words);
});
