import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, scope } from "../../../../test/support/plans.ts";
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

test.each(["back", "No", "no"])("%j alone does not say what must be different", (typed) => {
  const answer = acceptWords(plan).parse(typed);
  expect(answer).toEqual({
    wrong: "Say what must be different, after the word back.",
    advice: 'Say what must be different: huddle reply a7 back "…"',
  });
});

test("only a later version is numbered in the title", () => {
  expect(acceptWords(plan).title).toBe("The plan waits for your yes");
  expect(acceptWords({ ...plan, version: 2 }).title).toBe("The plan (version 2) waits for your yes");
});

test("the text is the document, with what may conflict and what is different below it", () => {
  const past = Past.opened().reaches("planning");
  expect(acceptWords(plan).text(past.state)).toBe("");
  expect(acceptWords(plan).plan?.(past.state)).toBeUndefined();
  const tasks = (...files: string[]) => ({ tasks: ["t1", "t2"].map((id) => ({ ...planned(id), files })) });
  past.human({
    type: "artifact.settled",
    artifact: past.submits("tasks", tasks()),
    verdict: "returned",
    reasons: [],
  });
  past.submits("tasks", tasks("a.js"), 2);
  const text = acceptWords(plan).text(past.state);
  expect(text).toMatch(
    /\n\nWarning: t1, t2 may be built .*\nChanged since version 1, which was sent back:\n- /,
  );
  expect(acceptWords(plan).plan?.(past.state)?.shape.tasks).toBe(2);
});

test("a scope has no graph, and nothing stands below one that is new", () => {
  const past = Past.opened().reaches("refinement");
  past.submits("scope", scope);
  const words = acceptWords({ ...plan, artifact: "scope", phase: "refinement" });
  expect(words.plan?.(past.state)).toBeUndefined();
  expect(words.text(past.state)).toMatch(/\S$/);
});

test("one line below the document is set off like several", () => {
  const past = Past.opened().reaches("refinement");
  const settled = { type: "artifact.settled", verdict: "returned", reasons: [] as string[] } as const;
  past.human({ ...settled, artifact: past.submits("scope", scope), reasons: [] });
  past.submits("scope", scope, 2);
  expect(acceptWords({ ...plan, artifact: "scope" }).text(past.state)).toMatch(
    /- a test says so\n\nNothing is different from version 1, which was sent back\.$/,
  );
});
