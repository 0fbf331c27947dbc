import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { reviewed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { ShipWait } from "../../decide/waits/ship.ts";
import { shipWords } from "./ship.ts";

const wait: ShipWait = { kind: "ship", id: "p9", since: 9 };

test("it is shipped by a command of its own", () => {
  expect(shipWords(wait).parse("yes")).toMatchObject({
    advice: 'Type: huddle ship, or huddle ship --onto <branch>, or huddle reply p9 back "what must change"',
  });
});

test.each([
  ["squash", "--squash"],
  ["Squash onto main", "--squash"],
  ["patch", "--patch <file>"],
  ["pr", "--pr"],
])("another way to ship is named, not only refused: %s", (typed, option) => {
  expect(shipWords(wait).parse(typed)).toMatchObject({
    wrong: `Leave it for later, then type: huddle ship ${option}`,
    advice: `Type: huddle ship ${option}`,
  });
});

test.each([
  "back keep the old name",
  "no, keep the old name",
  "say keep the old name",
  "Back: keep the old name",
])("10.33: %s has the team work on", (typed) => {
  expect(shipWords(wait).parse(typed)).toEqual({ kind: "reopen", words: "keep the old name" });
});

test("10.33: words that no member has read are shown before anything is shipped", () => {
  const past = reviewed();
  expect(shipWords(wait).text(past.state)).toBe("");
  past.human({ type: "message.posted", text: "Mind the docs." });
  expect(shipWords(wait).text(past.state)).toContain("has not read what you said last:\n  Mind the docs.");
});

test("what is missing from it stands in the title, and below it what that leaves unmet", () => {
  const past = reviewed();
  const words = shipWords({ ...wait, missing: ["t1", "t9"] });
  expect(words).toMatchObject({
    title: "The work is reviewed and can be shipped, without t1, t9",
    asked: "The work is reviewed, without t1, t9. Where should it go?",
    next: "the work is reviewed and can be shipped, without t1, t9",
  });
  const lines = ["Not included: t1, Build t1 (cancelled).", "Not met as planned: r1."];
  expect(words.text(past.state)).toBe(lines.join("\n"));
  expect(words.notes?.(past.state)).toEqual(lines);
  expect(shipWords(wait).title).toBe("The work is reviewed and can be shipped");
});

test("what was taken back is not told as cancelled", () => {
  const past = reviewed();
  past.moves("t1", "reverted", "taken back", { disposition: "reverted" });
  expect(shipWords({ ...wait, missing: ["t1"] }).text(past.state)).toContain(
    "Not included: t1, Build t1 (taken back).",
  );
});

test("criteria that no review could see met are named before anything is shipped", () => {
  const past = reviewed();
  const judges = (met: "yes" | "unverified") =>
    past.add("architect", {
      type: "review.given",
      task: "t1",
      seat: "architect",
      commit: "c1",
      verdict: "approved",
      feedback: "Good.",
      criteria: [{ id: "r1.1", met, evidence: met === "yes" ? ["check tests"] : [] }],
    });
  judges("unverified");
  expect(shipWords(wait).text(past.state)).toBe("No review has seen that r1.1 is met: a test says so");
  judges("yes");
  expect(shipWords(wait).text(past.state)).toBe("");
});

test.each(["back", "No:", "say "])("%j alone does not say what must change", (typed) => {
  expect(shipWords(wait).parse(typed)).toEqual({
    wrong: "Say what must change, after the word back.",
    advice: 'huddle reply p9 back "what must change"',
  });
});

test("words of the team are not the person's own", () => {
  const past = reviewed();
  past.says("ada", "I am done.");
  expect(shipWords(wait).text(past.state)).toBe("");
});

test("what is missing and was for no requirement leaves none unmet, and two name theirs once", () => {
  const past = Past.opened().reaches("implementation", [
    { ...planned("t1"), requirements: [] },
    planned("t2"),
    { ...planned("t3"), requirements: ["r1", "r2"] },
  ]);
  const lines = (...missing: string[]) => shipWords({ ...wait, missing }).notes?.(past.state);
  expect(lines("t1")).toEqual(["Not included: t1, Build t1 (cancelled)."]);
  expect(lines("t2", "t3")).toEqual([
    "Not included: t2, Build t2 (cancelled).",
    "Not included: t3, Build t3 (cancelled).",
    "Not met as planned: r1, r2.",
  ]);
});

test("of what was said since the last request only the person's own words are shown, all of them", () => {
  const past = reviewed();
  past.human({ type: "message.posted", text: "Mind the docs." });
  past.says("ada", "I do.");
  past.human({ type: "message.posted", text: "And the tests." });
  expect(shipWords(wait).text(past.state)).toBe(
    "The team has not read what you said last:\n  Mind the docs.\n  And the tests.\nAnswer back with it, and the team works on.",
  );
});

test("what green checks do not show stands before your own words", () => {
  const past = reviewed();
  past.human({ type: "message.posted", text: "Mind the docs." });
  const sinceBase = [{ text: "a.test.js is gone" }] as Past["state"]["session"]["sinceBase"] & object;
  const state = { ...past.state, session: { ...past.state.session, sinceBase } };
  expect(shipWords({ ...wait, missing: ["t1"] }).notes?.(state)).toEqual([
    "Not included: t1, Build t1 (cancelled).",
    "Not met as planned: r1.",
    "a.test.js is gone",
    expect.stringMatching(/^The team has not read/),
  ]);
});

test("minor findings that stay open are named before the work is shipped", () => {
  const past = Past.opened();
  past.enters("code-review");
  const findings = [{ task: "t1", severity: "minor" as const, text: "A name is long." }];
  past.accepts(past.submits("findings", { summary: "Good.", findings }));
  const words = shipWords(wait);
  expect(words.text(past.state)).toContain("One minor finding stays open:\n  minor, t1: A name is long.");
});
