import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { waitingCases } from "../../../../test/support/waiting.ts";
import type { EventOf, TeamEvent } from "../../facts/events.ts";
import { fold } from "../../fold/fold.ts";
import { emptyState } from "../../state/state.ts";
import { storyOf } from "./story.ts";

const thread = "turn/refinement.1/1";

/** What a fact adds to the story of a talk in which it is ada's turn. */
function told(actor: string, event: TeamEvent) {
  const past = Past.opened().reaches("refinement");
  past.turnStarts(thread, "ada");
  const before = past.state;
  return storyOf(past.add(actor, event), before, past.state);
}

describe("the end of a turn", () => {
  test.each<[Omit<EventOf<"turn.ended">, "type">, readonly string[]]>([
    [{ thread, how: "said" }, []],
    [{ thread, how: "submitted" }, []],
    [{ thread, how: "passed" }, ["passed ada: passes"]],
    [{ thread, how: "passed", reason: "no news" }, ["passed ada: passes: no news"]],
    [{ thread, how: "cut" }, ["trouble ada: the turn was ended"]],
    [{ thread, how: "cut", reason: "no words" }, ["trouble ada: the turn was ended: no words"]],
    [{ thread: "turn/none.1/1", how: "passed" }, ["passed harness: passes"]],
  ])("%j", (event, lines) => {
    const found = told("harness", { type: "turn.ended", ...event });
    expect(found.map(({ kind, who, text }) => `${kind} ${who}: ${text}`)).toEqual(lines);
  });
});

describe("a message", () => {
  test.each<[string, Partial<EventOf<"message.posted">>, string]>([
    ["for everybody", {}, "Yes."],
    ["for nobody by name", { to: [] }, "Yes."],
    ["for one", { to: ["bo"] }, "@bo Yes."],
    ["for two", { to: ["bo", "coach"] }, "@bo @coach Yes."],
  ])("%s is told with their names", (_, more, text) => {
    expect(told("ada", { type: "message.posted", text: "Yes.", ...more })).toMatchObject([
      { kind: "said", who: "ada", text },
    ]);
  });

  test("names its conversation where it has one", () => {
    const [line] = told("ada", { type: "message.posted", text: "Yes.", thread });
    expect(line?.thread).toBe(thread);
    expect(told("human", { type: "message.posted", text: "Yes." })[0]).not.toHaveProperty("thread");
  });
});

test("an answer is told in the person's words", () => {
  const answered: TeamEvent = { type: "question.answered", question: "q1", text: "The second." };
  expect(told("human", answered)).toMatchObject([{ kind: "answer", who: "human", text: "The second." }]);
});

describe("what the talk has settled", () => {
  const decision = {
    topic: "Size",
    decision: "Small.",
    reason: "it is one file",
    proposed: "ada",
    agreed: ["bo"],
  };
  test.each<[string, TeamEvent, string, readonly string[]]>([
    [
      "by all",
      { type: "decision.recorded", ...decision, dissents: [] },
      "Size: Small.",
      ["because it is one file"],
    ],
    [
      "against one",
      { type: "decision.recorded", ...decision, dissents: ["bo"] },
      "Size: Small.",
      ["because it is one file", "against: bo"],
    ],
    [
      "anew, against two",
      { type: "decision.amended", ...decision, dissents: ["bo", "ada"], amends: "d1" },
      "Size, decided anew: Small.",
      ["because it is one file", "against: bo, ada"],
    ],
    [
      "by putting it off",
      { type: "point.deferred", topic: "Size", why: "nobody knows" },
      "put off: Size",
      ["because nobody knows"],
    ],
  ])("%s comes with the reason", (_, event, text, rows) => {
    expect(told("coach", event)).toMatchObject([{ kind: "decision", who: "coach", text, rows }]);
  });
});

test("questions about tasks: whom they go to, who passes them on, and what nobody answered", () => {
  const lines = (name: string) => {
    const past = waitingCases.find((one) => one.name === name)?.past() ?? Past.opened();
    let before = emptyState;
    return past.facts.flatMap((fact) => {
      const after = fold(before, fact);
      const told = storyOf(fact, before, after);
      before = after;
      const isMeant = fact.event.type.startsWith("question.") || fact.event.type === "task.moved";
      return isMeant ? told.map(({ kind, who, task, text, rows }) => [kind, who, task, text, ...rows]) : [];
    });
  };
  expect(lines("question, task").slice(1)).toEqual([["question", "ada", "t1", "Which port?"]]);
  expect(lines("question, passed").slice(1)).toEqual([
    ["question", "ada", "t1", "asks architect: Which port?"],
    [
      ...["question", "architect", "t1", "cannot answer ada: It is about money."],
      ...["ada asks you: Which port?", "README.md:3 names two."],
    ],
  ]);
  expect(lines("task, unanswered").slice(2)).toEqual([
    ["trouble", "harness", "t1", "nobody answered; it waits for you", "Which port?"],
  ]);
});
