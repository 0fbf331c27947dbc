import { describe, expect, test } from "vitest";
import { echo, note } from "../../test/support/loop-stage.ts";
import type { Call } from "../core/state/call.ts";
import type { Ask, Loop } from "../core/state/thread.ts";
import { append, appended } from "../core/text/appended.ts";
import type { GeneralTool } from "../core/work/tool.ts";
import { endsTurn, hasAsides, isHeldBack, wordsOf } from "./words.ts";

// Only its name and its effect are read.
const question = { name: "question", effect: "pauses" } as GeneralTool;
const run = { tools: [echo, note, question] };

const done = (tool: string, failed = false): Call => ({
  status: "settled",
  id: "c1_1",
  tool,
  input: {},
  result: { failed, text: "" },
});
const open = (tool: string): Call => ({ status: "proposed", id: "c1_1", tool, input: {} });

interface Said {
  readonly text?: string;
  readonly calls?: readonly Call[];
  readonly finish?: "stop" | "length";
  readonly isNudged?: boolean;
}

/** A loop with these replies; undefined stands for one that has not come. */
function loopOf(said: readonly (Said | undefined)[], textEnds = true): Loop {
  const asks = said.map((one, index): Ask => {
    const { text = "", calls = [], finish = "stop", isNudged } = one ?? {};
    return {
      ask: index + 1,
      attempts: 1,
      askedAt: 1,
      model: "m",
      bytes: 1,
      failed: undefined,
      reply: one && { seq: 2, text, calls, finish },
      ...(isNudged && { nudges: [{ why: "no-tool" as const, text: "" }] }),
    };
  });
  const none = appended<Ask>();
  return { id: "l1", seq: 1, terminal: "end", limit: 8, textEnds, asks: asks.reduce(append<Ask>, none) };
}

describe("the words that stand for everybody", () => {
  test.each<[string, readonly (Said | undefined)[], string]>([
    ["none before the first reply", [undefined], ""],
    ["those of all replies", [{ text: " One. " }, { text: "Two." }], "One.\n\nTwo."],
    [
      "not those beside a look at the code",
      [{ text: "Hm.", calls: [done("echo")] }, { text: "Two." }],
      "Two.",
    ],
    [
      "those beside a look that also does something",
      [{ text: "One.", calls: [done("echo"), done("note")] }, { text: "Two." }],
      "One.\n\nTwo.",
    ],
    ["not those of a reply that was cut off", [{ text: "One", finish: "length" }, { text: "Two." }], "Two."],
    [
      "only those behind a question, which posts what was said with it",
      [{ text: "One." }, { text: "Two?", calls: [done("question")] }, { text: "Three." }],
      "Three.",
    ],
    [
      "those beside a question that was refused",
      [{ text: "One?", calls: [done("question", true)] }, { text: "Two." }],
      "One?\n\nTwo.",
    ],
    ["each once", [{ text: "One." }, { text: "Two." }, { text: "One." }], "One.\n\nTwo."],
    [
      "without what a later reply says again in more words",
      [{ text: "One" }, { text: "One, too." }],
      "One, too.",
    ],
    [
      "without what an earlier reply said in more words",
      [{ text: "One, too." }, { text: "too" }],
      "One, too.",
    ],
  ])("are %s", (_, said, words) => {
    expect(wordsOf(run, loopOf(said))).toBe(words);
  });

  test("are those of the newest reply where words do not end the turn", () => {
    expect(wordsOf(run, loopOf([{ text: "One." }, { text: " Two. ", calls: [done("echo")] }], false))).toBe(
      "Two.",
    );
    expect(wordsOf(run, loopOf([], false))).toBe("");
  });
});

describe("a turn ends", () => {
  test.each<[string, boolean, readonly (Said | undefined)[]]>([
    ["before the first reply", false, []],
    ["while it is asked", false, [{ text: "One." }, undefined]],
    ["with words", true, [{ text: "One." }]],
    ["with words and what was recorded", true, [{ text: "One.", calls: [done("note")] }]],
    ["with words beside a record that failed", false, [{ text: "One.", calls: [done("note", true)] }]],
    ["with words beside a record without a result", false, [{ text: "One.", calls: [open("note")] }]],
    ["with words beside a record and a look", false, [{ text: "One.", calls: [done("note"), done("echo")] }]],
    ["with words that were cut off", false, [{ text: "One.", finish: "length" }]],
    ["with words that were answered by a reminder", false, [{ text: "One.", isNudged: true }]],
    ["with a record alone", false, [{ calls: [done("note")] }]],
    [
      "with a record behind words",
      true,
      [{ text: "One.", calls: [done("echo"), done("note")] }, { calls: [done("note")] }],
    ],
    ["with nothing at all", false, [{}]],
    ["with nothing behind a record", true, [{ calls: [done("note")] }, {}]],
    ["with nothing behind a question", true, [{ calls: [done("question")] }, {}]],
    ["with nothing behind a record that failed", false, [{ calls: [done("note", true)] }, {}]],
    ["with nothing behind a look", false, [{ calls: [done("echo")] }, {}]],
    ["with another record behind a record", false, [{ calls: [done("note")] }, { calls: [done("note")] }]],
  ])("%s: %s", (_, ends, said) => {
    expect(endsTurn(run, loopOf(said))).toBe(ends);
    expect(endsTurn(run, loopOf(said, false))).toBe(false);
  });
});

describe("words wait until a call of the same reply is mended", () => {
  test.each<[string, boolean, readonly (Said | undefined)[]]>([
    ["nothing is said", false, []],
    ["one of the calls failed", true, [{ text: "One.", calls: [done("note"), done("note", true)] }]],
    ["all calls are done", false, [{ text: "One.", calls: [done("note")] }]],
    ["no call has a result", false, [{ text: "One.", calls: [open("note")] }]],
    ["there are no words", false, [{ calls: [done("note", true)] }]],
    ["there are only looks", false, [{ text: "One.", calls: [done("echo", true)] }]],
    ["it was an earlier reply", false, [{ text: "One.", calls: [done("note", true)] }, { text: "Two." }]],
  ])("%s: %s", (_, isHeld, said) => {
    expect(isHeldBack(run, loopOf(said))).toBe(isHeld);
    expect(isHeldBack(run, loopOf(said, false))).toBe(false);
  });
});

test.each<[boolean, readonly (Said | undefined)[]]>([
  [false, [undefined]],
  [false, [{ text: "One." }, { text: " ", calls: [done("echo")] }]],
  [true, [{ text: "One.", calls: [done("echo")] }, { text: "Two." }]],
  [true, [{ text: "One", finish: "length" }]],
])("whether the member wrote words that nobody else reads: %s for %j", (isSo, said) => {
  expect(hasAsides(run, loopOf(said))).toBe(isSo);
});
