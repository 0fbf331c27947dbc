import { expect, test } from "vitest";
import { alsoBecause, because } from "./because.ts";

test.each([
  ["The parser is small.", "because the parser is small."],
  ["It's there.", "because it's there."],
  ["Because we need it", "because we need it"],
  ["because: A test says so", "because a test says so"],
  ["JSON is enough", "because JSON is enough"],
  ["Node has it", "because Node has it"],
  ["they are there.", "because they are there."],
  ["Another caller needs it.", "because another caller needs it."],
  ["After 3.2 it is gone.", "because after 3.2 it is gone."],
  ["To.json is what they call.", "because To.json is what they call."],
  ["All(…) waits for each.", "because All(…) waits for each."],
  ["A/B tests need it.", "because A/B tests need it."],
  ["In-App purchases use it.", "because In-App purchases use it."],
  ["The_Name is exported.", "because The_Name is exported."],
  ["`It` is exported.", "because `It` is exported."],
  ["Theo asked for it.", "because Theo asked for it."],
])("%j goes on after because", (reason, words) => {
  expect(because(reason)).toBe(words);
});

test.each([
  ["Blanks are kept.", "A caller counts them.", "Blanks are kept. Because a caller counts them."],
  ["Blanks are kept", "because They count.", "Blanks are kept. Because they count."],
  ["Blanks, kept!", "It's plain", "Blanks, kept! Because it's plain"],
  ['Say "kept."', "Node does", 'Say "kept." Because Node does'],
  ["Which?", "URLs differ", "Which? Because URLs differ"],
])("%j and %j are told one after the other", (sentence, reason, words) => {
  expect(alsoBecause(sentence, reason)).toBe(words);
});
