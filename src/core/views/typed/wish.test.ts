import { describe, expect, test } from "vitest";
import type { Wait } from "../../decide/waits/wait.ts";
import { hintsFor } from "./hints.ts";
import { wishOf } from "./wish.ts";

const question: Wait = {
  kind: "question",
  id: "q1",
  since: 1,
  from: "coach",
  text: "Which?",
  options: ["A", "B"],
  thread: "t",
};
const accept: Wait = { kind: "accept", id: "a1", since: 1, artifact: "tasks", phase: "planning", version: 1 };
const stuck: Wait = { kind: "stuck", id: "s1", since: 1, step: "task/t1/1/CODING@4", error: "it broke" };
const ship: Wait = { kind: "ship", id: "p1", since: 1 };

describe("what a line means", () => {
  test.each<[what: string, line: string, wait: Wait | undefined, wish: object]>([
    [
      "said while nothing waits",
      " keep it small ",
      undefined,
      { kind: "say", text: "keep it small", now: false },
    ],
    [
      "the number of an option",
      "2",
      question,
      { kind: "answer", id: "q1", answer: { kind: "choose", option: 2 } },
    ],
    [
      "an answer in words",
      "say nothing at all",
      question,
      { kind: "answer", id: "q1", answer: { kind: "tell", words: "say nothing at all" } },
    ],
    ["accepting", "Accept", accept, { kind: "answer", id: "a1", answer: { kind: "approve" } }],
    [
      "sending back",
      "back one file is enough",
      accept,
      { kind: "answer", id: "a1", answer: { kind: "return", words: "one file is enough" } },
    ],
    ["editing", "edit", accept, { kind: "edit", artifact: "tasks" }],
    ["editing with words behind it", "edit the second line", accept, { kind: "unclear" }],
    ["saying while something waits", "say hm", accept, { kind: "say", text: "hm", now: false }],
    ["breaking in", "! wait", accept, { kind: "say", text: "wait", now: true }],
    ["a sentence that could be either", "one file is enough", accept, { kind: "unclear" }],
    ["sending back without a reason", "back", accept, { kind: "unclear" }],
    ["trying again", "retry", stuck, { kind: "answer", id: "s1", answer: { kind: "retry" } }],
    ["something else about a failure", "hm", stuck, { kind: "unclear" }],
    ["shipping as a branch", "branch", ship, { kind: "ship", onto: undefined }],
    ["shipping onto what is checked out", "onto", ship, { kind: "ship", onto: "main" }],
    ["shipping onto it by name", "onto main", ship, { kind: "ship", onto: "main" }],
    ["shipping onto something else", "onto other", ship, { kind: "unclear" }],
    [
      "asking for changes instead of shipping",
      "say keep the old name",
      ship,
      { kind: "answer", id: "p1", answer: { kind: "reopen", words: "keep the old name" } },
    ],
    ["putting it off", "later", question, { kind: "later", id: "q1" }],
    ["several lines", "one\ntwo\n", undefined, { kind: "say", text: "one\ntwo", now: false }],
    [
      "several lines as an answer",
      "back one\ntwo",
      accept,
      { kind: "answer", id: "a1", answer: { kind: "return", words: "one\ntwo" } },
    ],
    ["what would be handed over", "diff", ship, { kind: "command", args: ["diff"] }],
    ["a command", "/cost --by task", accept, { kind: "command", args: ["cost", "--by", "task"] }],
    ["a command while nothing waits", "/cost", undefined, { kind: "command", args: ["cost"] }],
    ["no command, which nobody hears", "/csot", undefined, { kind: "unclear" }],
    ["asking what can be typed", "?", question, { kind: "list" }],
  ])("%s", (_, line, wait, wish) => {
    expect(wishOf(line, wait, "main")).toMatchObject(wish);
  });

  test("with a detached head there is nothing to ship onto", () => {
    expect(wishOf("onto", ship, undefined)).toMatchObject({ kind: "unclear" });
    expect(hintsFor(ship, undefined).join()).not.toContain("onto");
  });
});

test.each([
  [question, ["1 or 2, or your own words, also to ask back", "later"]],
  [accept, ["accept", "edit", "back <what must change>", "again", "say <words>", "later"]],
  [ship, ["branch (a new one)", "back <what must change>", "onto main", "diff", "later"]],
])("$kind: every word that it accepts", (wait, hints) => {
  expect(hintsFor(wait, "main")).toEqual(hints);
});
