import { expect, test } from "vitest";
import type { Review } from "../../core/state/task.ts";
import { findingsAnswered, findingsToAnswer, numbered } from "./findings.ts";

const whole = { id: "1.1", text: "Zero is not doubled." };
const placed = { id: "1.2", text: "This rounds.", path: "a.js" };
const exact = { id: "1.3", text: "This is slow.", path: "a.js", line: 3 };

test("findings are numbered by their review", () => {
  const ids = (reviews: number) => numbered([{ text: "a" }, { text: "b" }], reviews).map(({ id }) => id);
  expect([ids(0), ids(2)]).toEqual([
    ["1.1", "1.2"],
    ["3.1", "3.2"],
  ]);
});

test("a review comes back with its findings; one that only says it again is not said twice", () => {
  const back = (feedback: string, ...findings: readonly (typeof exact | typeof placed | typeof whole)[]) =>
    findingsToAnswer("ada", feedback, findings);
  expect(back("Three things.", whole, placed, exact)).toBe(
    "ada asks for changes: Three things.\n- 1.1 Zero is not doubled.\n- 1.2 a.js: This rounds.\n- 1.3 a.js:3: This is slow.",
  );
  expect(back(whole.text, whole)).toBe("ada asks for changes: Zero is not doubled. (finding 1.1)");
  expect(back(whole.text, whole, placed)).toContain("doubled.\n- 1.1 Zero");
  expect(back("One thing.", whole)).toBe("ada asks for changes: One thing.\n- 1.1 Zero is not doubled.");
});

test("what a review cites and the commit does not have is told once, at its end", () => {
  expect(findingsToAnswer("ada", "No.", [placed], ["b.js:1"])).toMatch(
    /rounds\.\nThe harness: .*b\.js:1.*\.$/,
  );
  expect(findingsToAnswer("ada", whole.text, [whole], ["b.js:1"])).toMatch(/\(finding 1\.1\)\nThe harness: /);
  expect(findingsToAnswer("ada", "No.", [placed], [])).not.toContain("The harness");
});

test("the next reviewer reads each finding with its answer", () => {
  const answers = [
    { finding: "1.2", answer: "refuted", why: "It does not." },
    { finding: "1.1", answer: "fixed", why: "It is now.", test: "doubles zero" },
  ] as const;
  const review: Review = {
    seat: "ada",
    commit: "c",
    findings: [whole, placed, exact],
    answers: [...answers],
  };
  expect(findingsAnswered(review).split("\n")).toEqual([
    "The last review, by ada, asked for changes:",
    "- 1.1 Zero is not doubled.",
    "  The author: fixed. It is now. (test: doubles zero)",
    "- 1.2 a.js: This rounds.",
    "  The author: refuted. It does not.",
    "- 1.3 a.js:3: This is slow.",
    "  The author says nothing about it.",
  ]);
});
