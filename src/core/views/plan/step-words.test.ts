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

test.each([
  ["architect/planning.2/1", "A turn in planning"],
  ["sizing/refinement.1", "Looking at how large it is"],
  ["volunteer/planning.1/ada", "Asking who would take which task"],
  ["baseline@1", "Running the checks on the base commit"],
  ["task/t3/1/WAITING@9", "Handing out t3"],
  ["task/t3/1/SETUP@9", "Preparing t3"],
  ["task/t3/1/TESTING@9", "Testing t3"],
  ["task/t3/1/CODE_REVIEW@9", "Reviewing t3"],
  ["task/t3/1/OTHER@9", "Working on t3"],
  ["moon/landing", "moon/landing"],
])("%s is told as %s", (key, words) => {
  expect(stepWords(key)).toBe(words);
});
