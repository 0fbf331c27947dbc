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

test("what was open stays, up to the last eight for each member", () => {
  let mentions = {};
  for (let seq = 1; seq <= 9; seq += 1)
    mentions = withMentions(
      mentions,
      { seq, at: "t", actor: "human", text: seq === 1 ? "@bo one" : `@ada ${seq}`, size: 1 },
      names,
    );
  expect(mentions).toEqual({
    bo: [{ seq: 1, from: "human", text: "@bo one" }],
    ada: [2, 3, 4, 5, 6, 7, 8, 9].map((seq) => ({ seq, from: "human", text: `@ada ${seq}` })),
  });
  const ninth = { seq: 10, at: "t", actor: "human", text: "@ada 10", size: 1 };
  expect(withMentions(mentions, ninth, names)).toMatchObject({
    ada: [3, 4, 5, 6, 7, 8, 9, 10].map((seq) => ({ seq })),
  });
});

test("a message that calls nobody of the team changes nothing", () => {
  const open = { bo: [{ seq: 1, from: "ada", text: "@bo" }] };
  const entry = { seq: 2, at: "t", actor: "ada", text: "@ada and @cy", size: 1, to: ["cy", "ada"] };
  expect(withMentions(open, entry, names)).toBe(open);
});

test.each([
  ["@ada? @ada!", "@ada?"],
  ["First line\n@ada second line\nthird", "@ada second line"],
  [`@ada ${"x".repeat(300)}`, `@ada ${"x".repeat(195)}…`],
])("of %j one sentence or line is told, and 200 characters of it", (text, told) => {
  const entry = { seq: 1, at: "t", actor: "human", text, size: 1 };
  expect(withMentions({}, entry, names)).toEqual({ ada: [{ seq: 1, from: "human", text: told }] });
});
