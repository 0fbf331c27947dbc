import { expect, test } from "vitest";
import { mentionedIn, withMentions } from "./mentions.ts";

const names = ["ada", "bo", "coach"];

test.each([
  ["@ada, what of zero?", ["ada"]],
  ["(@Bo) and @ada-, then @bo again", ["bo", "ada"]],
  ["write to pia@ada.example or x.@bo", []],
  ["@adam and @@ada are somebody else", []],
  ["nobody", []],
])("%s calls %j", (text, called) => {
  expect(mentionedIn(text, names)).toEqual(called);
});

test("who is called is told by whom, with the sentence that calls; nobody calls themselves", () => {
  const entry = { seq: 7, at: "t", actor: "ada", text: "I agree. @bo, does r2 hold? @ada too.", size: 1 };
  expect(withMentions({}, entry, names)).toEqual({
    bo: [{ seq: 7, from: "ada", text: "@bo, does r2 hold?" }],
  });
});

test("of a message to a member that does not name it, the first sentence is told", () => {
  const entry = { seq: 1, at: "t", actor: "human", text: "One. Two.", size: 9, to: ["ada"] };
  expect(withMentions({}, entry, ["ada"])).toEqual({ ada: [{ seq: 1, from: "human", text: "One." }] });
});
