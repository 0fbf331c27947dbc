import { describe, expect, test } from "vitest";
import { AfterBreak, type Break, damagedLog, explainBreak } from "./damage.ts";
import type { Parsed } from "./line.ts";

const fact = (seq: number, prev: string): Parsed => ({
  seq,
  prev,
  at: "t",
  v: 1,
  actor: "ada",
  event: { type: "message.posted" },
});

const stray: Break = { why: "stray", line: 7, seq: 9, hash: "h7", after: { seq: 4, line: 5 } };

/** What is told of a break when these lines come after it. */
function told(at: Break, ...later: readonly Parsed[]) {
  const after = new AfterBreak();
  for (const one of later) after.look(at, one);
  return explainBreak(at, after);
}

describe("a line that continues nothing", () => {
  test("and is JSON of another kind is told as that, whatever comes after it", () => {
    const foreign: Break = { ...stray, why: "foreign" };
    const reason = "it is JSON, but not an event of a session";
    expect(told(foreign)).toEqual({ line: 7, reason });
    expect(told(foreign, fact(10, "x"))).toEqual({ line: 7, reason });
  });

  test("and is not continued by the events after it was put there", () => {
    const reason = "it continues nothing before it, and nothing continues it";
    expect(told(stray, fact(10, "x"))).toEqual({ line: 7, reason });
    expect(told(stray, fact(10, "x"), fact(11, "y"))).toEqual({ line: 7, reason });
    expect(told({ ...stray, seq: 5 }, fact(6, "x"))).toEqual({ line: 7, reason });
  });

  test("and comes right after the last one says that the last one was changed", () => {
    const next: Break = { ...stray, seq: 5 };
    expect(told(next)).toEqual({
      line: 5,
      reason: "line 7, which was written after it, does not fit; one of them was changed",
    });
    expect(told(next, fact(6, "h7"))).toEqual({
      line: 5,
      reason: "line 7, which was written after it, names different content",
    });
    expect(told(next, fact(6, "h7"), fact(7, "x"))).toEqual(told(next, fact(6, "h7")));
    expect(told(next, fact(5, "x"), "unreadable", "foreign")).toEqual(told(next));
  });

  test("and comes later than that shows a gap, before or at it", () => {
    const reason = "it is event 9, and the last one before it is event 4";
    expect(told(stray)).toEqual({ line: 7, reason });
    expect(told(stray, fact(9, "x"))).toEqual({ line: 7, reason });
    expect(told(stray, fact(10, "h7"))).toEqual({ line: 7, reason });
    expect(told({ ...stray, unread: { first: 6, last: 6 } })).toEqual({
      line: 6,
      reason: "it cannot be read, and line 7 continues what was there",
    });
    expect(told({ ...stray, line: 8, unread: { first: 6, last: 7 } })).toEqual({
      line: 6,
      reason: "lines 6 to 7 cannot be read, and line 8 continues what was there",
    });
  });
});

test("a person is told the line, if one is to blame, the file, and where their work is", () => {
  const words = (line: number) =>
    damagedLog("/repo/.git/huddle/sessions/calc/log.jsonl", { line, reason: "why" });
  expect(words(3)).toMatchObject({ code: "log.damaged" });
  expect(words(3).message.split("\n")).toEqual([
    "The session log is damaged at line 3: why.",
    "Something other than Huddle changed it, or the disk did: /repo/.git/huddle/sessions/calc/log.jsonl",
    "Restore the file from a backup. To check all of it, type: huddle doctor",
    "Work that has landed is safe in git: on the branch huddle/calc/main, or on the branch you shipped to.",
  ]);
  expect(words(0).message).toMatch(/^The session log is damaged: why\.\n/);
});
