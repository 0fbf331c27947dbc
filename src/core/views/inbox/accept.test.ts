import { expect, test } from "vitest";
import type { AcceptWait } from "../../decide/waits/accept.ts";
import { acceptWords } from "./accept.ts";

const plan: AcceptWait = {
  kind: "accept",
  id: "a7",
  since: 7,
  artifact: "tasks",
  phase: "planning",
  version: 1,
};

test.each([
  ["OK", { kind: "approve" }],
  ["a", { kind: "approve" }],
  ["No, smaller", { kind: "return", words: "smaller" }],
  ["back: yes", { kind: "return", words: "yes" }],
  ["again", { kind: "rewrite" }],
  ["again, shorter", { kind: "rewrite", words: "shorter" }],
])("%j means %j", (typed, answer) => {
  expect(acceptWords(plan).parse(typed)).toEqual(answer);
});

test.each(["yes please", "backwards is fine", "nothing to add"])("%j could mean either", (typed) => {
  expect(acceptWords(plan).parse(typed)).toEqual({
    wrong: "Start with one of these words; Huddle does not guess.",
    advice: expect.stringMatching(/^To accept it: huddle reply a7 yes\. .* huddle edit tasks$/),
  });
});
