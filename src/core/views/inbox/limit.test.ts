import { expect, test } from "vitest";
import type { LimitWait } from "../../decide/waits/limit.ts";
import { limitWords } from "./limit.ts";

const stalled: LimitWait = { kind: "limit", id: "n1", since: 1, why: "stalled", phase: "planning", turns: 6 };

test.each([
  ["ok", { kind: "extend" }],
  ["12", { kind: "extend", turns: 12 }],
  ["Enough", { kind: "end" }],
  ["no", { kind: "end" }],
  ["1000", { kind: "steer", words: "1000" }],
  ["no, wait for bo", { kind: "steer", words: "no, wait for bo" }],
])("%j means %j", (typed, answer) => {
  expect(limitWords(stalled).parse(typed)).toEqual(answer);
});

test("it says why the talk has stopped", () => {
  expect(limitWords(stalled)).toMatchObject({
    title: "Three rounds have settled nothing. How should planning go on?",
    asked: "Three rounds have settled nothing.",
  });
});

test.each([
  ["1", { kind: "extend", turns: 1 }],
  ["999", { kind: "extend", turns: 999 }],
  ["0", { kind: "steer", words: "0" }],
  ["END", { kind: "end" }],
  ["", { wrong: "Answer yes, a number of turns, end, or words for the team." }],
])("%j is read as %j", (typed, answer) => {
  expect(limitWords(stalled).parse(typed)).toEqual(answer);
});

test.each([
  ["turns", "The turns are used up.", 4],
  ["cut", "Three turns came to nothing.", 5],
  ["silence", "Everybody passes.", 4],
] as const)("after %s: only turns that came to nothing may need another model", (why, asked, offers) => {
  const words = limitWords({ ...stalled, why });
  expect(words.asked).toBe(asked);
  expect(words.offers).toHaveLength(offers);
});

test("what is offered is to go on, for some turns, to end it, and words", () => {
  const answers = limitWords(stalled).offers.map((offer) => "answer" in offer && offer.answer);
  expect(answers).toEqual([
    { kind: "extend" },
    { kind: "extend", turns: 4 },
    { kind: "end" },
    { kind: "steer", words: "…" },
  ]);
  expect(limitWords({ ...stalled, why: "cut" }).offers.at(-1)).toEqual({
    command: "huddle model set <role> <model>",
  });
});
