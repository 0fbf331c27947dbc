import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { conversationText, rulesText } from "../src/core/views/documents/request-text.ts";
import { playGolden } from "./support/golden-requests.ts";

const folder = join(import.meta.dirname, "golden/requests");

// A change of words is seen in review: `npx vitest run test/golden.test.ts -u` writes the files again.
describe("10.40: one request of every kind, as the member reads it", async () => {
  const before = await readdir(folder).catch(() => []);
  const { requests, rules } = await playGolden();

  test.each([...rules])("%s", async (name, request) => {
    await expect(`${rulesText(request)}\n`).toMatchFileSnapshot(join(folder, `${name}.txt`));
  });

  test.each([...requests])("%s", async (name, { request, rules: begins }) => {
    const text = `It begins with ${begins}.txt.\n\n${conversationText(request)}\n`;
    await expect(text).toMatchFileSnapshot(join(folder, `${name}.txt`));
  });

  test("there is a file for each, and no other", () => {
    const names = [...rules.keys(), ...requests.keys()].map((name) => `${name}.txt`);
    expect(before.toSorted()).toEqual(names.toSorted());
  });

  const wordsIn = (name: string): string => {
    const kept = requests.get(name);
    const begins = rules.get(kept?.rules ?? name);
    return `${begins ? rulesText(begins) : ""}\n${kept ? conversationText(kept.request) : ""}`;
  };

  test.each([
    ["10.35", "which checks will run, and with what", "coding-opening", "npm test\nWith: node v20"],
    ["10.35", "the same for a reviewer", "review-first", "npm test\nWith: node v20"],
    ["10.35", "the same for those who plan", "planning-turn", "npm test\nWith: node v20"],
    [
      "10.35",
      "that the architect can be called",
      "refinement-turn-first",
      "the architect speaks only when called",
    ],
    ["10.35", "the ids of decisions", "refinement-turn", "[recorded d34,"],
    [
      "10.35",
      "an approach, where the team agreed on the plan's",
      "coding-opening",
      "Approach: the plain way",
    ],
    [
      "10.34",
      "that a claim is shown by a test or refuted, to the author",
      "coding-opening",
      "the finding is refuted",
    ],
    ["10.34", "the same with the findings", "coding-after-a-review", "leave the code alone and refute"],
    ["10.34", "the same to the reviewer", "review-first", "refutes the claim if it passes"],
    ["10.34", "the same to those who review the whole", "code-review-turn", "say which test would show it"],
    ["10.34", "the same in a task made from findings", "coding-fix-task", "or that it was never so"],
    ["10.32", "why the team is back in the code review", "code-review-turn-again", "The review goes on."],
  ])("%s: a request says %s", (_, __, name, words) => {
    expect(wordsIn(name)).toContain(words);
  });

  test.each([
    ["that anybody changed tasks by hand", "coding-small-work", "by hand"],
    ["an empty line about requirements", "coding-small-work", "Meets:"],
    ["that a talk builds something, in an exploration", "exploration-turn", "whoever builds this"],
    ["building, in the code review", "code-review-turn", "whoever builds this"],
    [
      "that its reader will build part of it: not all have a task",
      "pre-code-review-turn",
      "You will build part",
    ],
    ["that its reader built part of it: not all had a task", "code-review-turn", "You built part"],
  ])("10.35: a request does not say %s", (_, name, words) => {
    expect(wordsIn(name)).not.toContain(words);
  });
});
