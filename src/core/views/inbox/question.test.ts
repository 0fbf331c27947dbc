import { describe, expect, test } from "vitest";
import type { QuestionWait } from "../../decide/waits/question.ts";
import { emptyState } from "../../state/state.ts";
import { questionWords } from "./question.ts";

const question: QuestionWait = {
  kind: "question",
  id: "q1",
  since: 1,
  from: "coach",
  text: "Which?",
  options: ["A", "B", "C"],
  thread: "t",
};

const aboutTask: QuestionWait = { ...question, from: "ada", options: [], task: "t1" };

describe("10.36: an answer to a question", () => {
  test.each([
    ["3", { kind: "choose", option: 3 }],
    ["3, and keep it short", { kind: "choose", option: 3, words: "and keep it short" }],
    ["3: it is the smallest", { kind: "choose", option: 3, words: "it is the smallest" }],
    ["3 – but soon", { kind: "choose", option: 3, words: "but soon" }],
    ["3.", { kind: "choose", option: 3 }],
    ["(3)", { kind: "choose", option: 3 }],
    ["#3", { kind: "choose", option: 3 }],
    ["Option 3", { kind: "choose", option: 3 }],
    ["3. Keep it short", { kind: "choose", option: 3, words: "Keep it short" }],
    ["3) keep it short", { kind: "choose", option: 3, words: "keep it short" }],
    ["(3), keep it short", { kind: "choose", option: 3, words: "keep it short" }],
    ["3 and keep it short", { kind: "choose", option: 3, words: "and keep it short" }],
    ["3 But only today", { kind: "choose", option: 3, words: "But only today" }],
    ["3 (for now)", { kind: "choose", option: 3, words: "(for now)" }],
    ["3,\nand more", { kind: "choose", option: 3, words: "and more" }],
    ["3, 80 columns at most", { kind: "choose", option: 3, words: "80 columns at most" }],
    ["3, 2 days at most", { kind: "choose", option: 3, words: "2 days at most" }],
    ["1 and 2", { kind: "tell", words: "1 and 2" }],
    ["1 or 2", { kind: "tell", words: "1 or 2" }],
    ["1, 2", { kind: "tell", words: "1, 2" }],
    ["3 and a half days", { kind: "tell", words: "3 and a half days" }],
    ["2.5", { kind: "tell", words: "2.5" }],
    ["31", { kind: "tell", words: "31" }],
    ["3 days at most", { kind: "tell", words: "3 days at most" }],
    ["3,000 lines", { kind: "tell", words: "3,000 lines" }],
    ["2-3 of them", { kind: "tell", words: "2-3 of them" }],
    ["2-tier storage", { kind: "tell", words: "2-tier storage" }],
    ["1, 2 and 3", { kind: "tell", words: "1, 2 and 3" }],
    ["5, I think", { kind: "tell", words: "5, I think" }],
    ["rather not", { kind: "tell", words: "rather not" }],
    ["3 and 4", { kind: "choose", option: 3, words: "and 4" }],
    ["1 and 3", { kind: "tell", words: "1 and 3" }],
    ["3!", { kind: "choose", option: 3 }],
    ["4", { wrong: "There are only 3 options." }],
    ["4.", { wrong: "There are only 3 options." }],
    ["", { wrong: "Say something, or the number of an option." }],
  ])("%j means %j", (typed, answer) => {
    expect(questionWords(question).parse(typed)).toEqual(answer);
  });

  test.each([
    ["1", { kind: "choose", option: 1 }],
    ["2", { wrong: "There is only one option." }],
    ["1, 1 day at most", { kind: "choose", option: 1, words: "1 day at most" }],
  ])("where there is one option, %j means %j", (typed, answer) => {
    expect(questionWords({ ...question, options: ["A"] }).parse(typed)).toEqual(answer);
  });

  test("without options a number is words", () => {
    expect(questionWords({ ...question, options: [] }).parse("7")).toEqual({ kind: "tell", words: "7" });
    expect(questionWords({ ...question, options: [] }).parse("7, I think")).toEqual({
      kind: "tell",
      words: "7, I think",
    });
  });
});

test("it names who asks, and offers every option by its number and words of one's own", () => {
  const { title, asked, next, offers } = questionWords(question);
  expect([title, asked, next]).toEqual([
    "coach asks: Which?",
    "coach waits for your answer.",
    "coach asks you something",
  ]);
  expect(offers).toEqual([
    { answer: { kind: "choose", option: 1 }, label: "A", typed: "1" },
    { answer: { kind: "choose", option: 2 }, label: "B", typed: "2" },
    { answer: { kind: "choose", option: 3 }, label: "C", typed: "3" },
    {
      answer: { kind: "tell", words: "…" },
      label: "your own words, also to ask back",
      typed: '"…"',
      blank: "words",
    },
  ]);
});

test.each<[string, QuestionWait, { title: string; asked: string; text: string; until?: string }]>([
  [
    "about a task",
    aboutTask,
    {
      title: "ada asks about t1: Which?",
      asked: "ada waits for your answer about t1.",
      text: "",
    },
  ],
  [
    "that the architect passed on",
    {
      ...aboutTask,
      context: "README.md:3 names two.",
      passed: { by: "architect", why: "It is about money." },
    },
    {
      title: "ada asks about t1: Which?",
      asked: "ada waits for your answer about t1.",
      text: "What ada says about it: README.md:3 names two.\narchitect cannot answer: It is about money.",
    },
  ],
  [
    "to which no member found an answer, with a deadline",
    {
      ...aboutTask,
      passed: { by: "harness", why: "architect came to no answer." },
      dueAt: "2026-01-05T10:00:00.000Z",
    },
    {
      title: "ada asks about t1: Which? Without an answer, t1 is blocked",
      asked: "ada waits for your answer about t1; without one, it is blocked",
      text: "architect came to no answer.",
      until: "2026-01-05T10:00:00.000Z",
    },
  ],
])("a question %s says who waits, and what a person should know", (_, wait, expected) => {
  const { text, ...words } = questionWords(wait);
  expect({ ...words, text: text(emptyState) }).toMatchObject(expected);
});
