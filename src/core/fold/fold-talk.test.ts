import { describe, expect, test } from "vitest";
import { changedBy } from "../../../test/support/changed-by.ts";
import { Past } from "../../../test/support/past.ts";
import { planned, scope } from "../../../test/support/plans.ts";
import type { EventOf } from "../facts/events.ts";
import { threadNamed } from "../state/threads.ts";
import { at } from "../text/appended.ts";

type Kind = EventOf<"turn.started">["kind"];

function talking(): Past {
  const past = Past.opened({ policy: { turns: 2 } });
  past.enters("refinement");
  return past;
}

/** What the end of a turn changes, besides that the next one can start. */
function ended(past: Past, kind: Kind, how: EventOf<"turn.ended">["how"] = "said", seat = "ada") {
  past.turnStarts("one", seat, kind);
  const changed = changedBy(past, { type: "turn.ended", thread: "one", how });
  expect(changed).toMatchObject({ threads: [], stage: { turnedAt: past.state.head } });
  const { threads: _, stage, ...rest } = changed;
  const { turnedAt: __, ...counted } = stage as Record<string, unknown>;
  return { ...rest, ...counted };
}

describe("a turn", () => {
  test("remembers the talk as it was when it started", () => {
    const past = talking();
    past.says("human", "@bo hello");
    for (const number of [1, 2, 3]) past.turn(`turn/refinement.1/${number}`, "ada");
    past.turnStarts("one", "bo");
    const { loops, ...thread } = threadNamed(past.state, "one") ?? { loops: [] };
    expect(loops).toHaveLength(1);
    expect(thread).toEqual({
      name: "one",
      seat: "bo",
      purpose: "turn",
      round: 1,
      left: 0,
      mentions: [{ seq: 3, from: "human", text: "@bo hello" }],
      charter: "c",
      openedAt: past.state.head - 1,
      from: 4,
      asked: 0,
    });
  });

  test.each<[Kind, object]>([
    ["coach", { coachTurns: 1, ledAt: 5 }],
    ["architect", { architectTurns: 1 }],
    ["sizing", { sized: true }],
    ["volunteer", {}],
    ["artifact", {}],
  ])("of this kind counts for what it is: %s", (kind, counted) => {
    expect(ended(talking(), kind)).toEqual(counted);
  });

  test("of an engineer counts, and one that says something ends the silence", () => {
    const past = talking();
    expect(ended(past, "engineer", "passed")).toEqual({
      spoke: ["ada"],
      took: ["ada"],
      turns: 1, // of the stage and of the session
      silent: 1,
      passes: [{ seat: "ada", reason: "" }],
    });
    expect(ended(past, "engineer", "passed", "bo")).toMatchObject({ turns: 2, silent: 2 });
    expect(past.state.turns).toBe(2);
    expect(ended(past, "engineer", "said")).toMatchObject({ turns: 3, silent: 0 });
    expect(ended(past, "coach")).toMatchObject({ coachTurns: 1, coached: 1, passes: [] });
    expect(ended(past, "coach")).toMatchObject({ coachTurns: 2 });
  });

  test("the coach reads the last sixteen who passed, each with the reason", () => {
    const past = talking();
    for (let number = 1; number <= 17; number += 1)
      past.passes(`turn/${number}`, number === 1 ? "bo" : "ada");
    expect(past.state.stage?.passes).toEqual(Array(16).fill({ seat: "ada", reason: "nothing new" }));
  });

  test("only the coach reads who passed; a turn before the first phase has none left", () => {
    const past = talking();
    past.passes("turn/1", "bo");
    past.turnStarts("one", "ada");
    past.turnStarts("two", "coach", "coach");
    expect(threadNamed(past.state, "one")?.passes).toBeUndefined();
    expect(threadNamed(past.state, "two")?.passes).toHaveLength(1);
    const early = Past.opened();
    early.turnStarts("one", "ada");
    expect(threadNamed(early.state, "one")).toMatchObject({ left: 0, charter: "" });
  });

  test("the coach is told of rounds that settle nothing once there are three", () => {
    const past = talking();
    const stalled = () => {
      past.turnStarts("coach", "coach", "coach");
      const thread = threadNamed(past.state, "coach");
      past.turnEnds("coach");
      return thread?.stalled;
    };
    for (let number = 1; number <= 5; number += 1) past.turn(`turn/${number}`, "ada");
    expect(stalled()).toBeUndefined();
    past.turn("turn/6", "bo");
    expect(stalled()).toBe(3);
  });

  test("that comes to nothing is remembered until each engineer has said something, and one turn more", () => {
    const past = talking();
    const cut = (how: EventOf<"turn.ended">["how"]) => {
      ended(past, "engineer", how);
      return past.state.stage?.cut;
    };
    expect(cut("said")).toBeUndefined();
    expect(cut("cut")).toEqual({ turns: 1, since: 0 });
    expect(cut("said")).toEqual({ turns: 1, since: 1 });
    expect(cut("cut")).toEqual({ turns: 2, since: 0 });
    expect(["said", "said", "said"].map((how) => cut(how as "said"))).toEqual([
      { turns: 2, since: 1 },
      { turns: 2, since: 2 },
      undefined,
    ]);
  });

  test("of a volunteer: it was asked", () => {
    const past = Past.opened().reaches("planning");
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    past.harness({ type: "volunteers.called" });
    expect(ended(past, "volunteer")).toEqual({ volunteering: { asked: ["ada"] } });
    expect(ended(past, "volunteer", "said", "bo")).toEqual({ volunteering: { asked: ["ada", "bo"] } });
    expect(ended(past, "engineer", "said", "bo")).toEqual({ turns: 1, took: ["bo"], spoke: ["bo"] });
  });

  test("of which nobody knows only lets the next one start", () => {
    const past = talking();
    const changed = changedBy(past, { type: "turn.ended", thread: "nowhere", how: "cut" });
    expect(changed).toEqual({ stage: { turnedAt: past.state.head } });
  });
});

describe("a mention", () => {
  const open = (past: Past) =>
    Object.entries(past.state.stage?.mentions ?? {}).map(([seat, all]) => [
      seat,
      all.map(({ text }) => text),
    ]);

  test("is open until its member has spoken; what comes while that one is being asked stays open", () => {
    const past = talking();
    past.says("human", "@ada one");
    past.says("human", "@bo two");
    const loop = past.turnStarts("turn/1", "ada");
    past.says("human", "@ada three");
    past.asks(loop);
    past.says("human", "@ada four");
    past.turnEnds("turn/1");
    expect(open(past)).toEqual([
      ["ada", ["@ada four"]],
      ["bo", ["@bo two"]],
    ]);
    past.turn("turn/2", "ada");
    expect(open(past)).toEqual([["bo", ["@bo two"]]]);
  });

  test("in words of a turn counts when the turn ends, and only in those of its own member", () => {
    const past = talking();
    past.turnStarts("turn/1", "ada");
    past.add("ada", { type: "message.posted", text: "@bo yes?", thread: "turn/1" });
    past.add("architect", { type: "message.posted", text: "@coach no", thread: "turn/1" });
    expect(open(past)).toEqual([]);
    past.turnEnds("turn/1");
    expect(open(past)).toEqual([["bo", ["@bo yes?"]]]);
    past.add("ada", { type: "message.posted", text: "@coach after all", thread: "turn/1" });
    expect(open(past)).toContainEqual(["coach", ["@coach after all"]]);
  });
});

describe("a message", () => {
  test("stands with everything that was said about it", () => {
    const past = talking();
    const id = past.submits("scope", scope);
    const said = {
      type: "message.posted",
      text: "Smaller.",
      to: ["bo"],
      missing: ["a.ts:9"],
      returns: id,
    } as const;
    const changed = changedBy(past, { ...said, to: ["bo"], missing: ["a.ts:9"], now: true }, "human");
    const { head: seq, headAt } = past.state;
    expect(changed).toEqual({
      transcript: { length: 1 },
      interruption: { seq, to: ["bo"] },
      stage: { mentions: { bo: [{ seq, from: "human", text: "Smaller." }] } },
    });
    expect(at(past.state.transcript, -1)).toEqual({
      seq,
      at: headAt,
      actor: "human",
      text: "Smaller.",
      size: 8,
      to: ["bo"],
      missing: ["a.ts:9"],
      returned: past.state.artifacts.scope,
    });
  });

  test("with nothing but words has nothing but these", () => {
    const past = talking();
    expect(changedBy(past, { type: "message.posted", text: "Yes." }, "ada")).toEqual({
      transcript: { length: 1 },
    });
    const { head: seq, headAt } = past.state;
    expect(at(past.state.transcript, -1)).toStrictEqual({
      seq,
      at: headAt,
      actor: "ada",
      text: "Yes.",
      size: 4,
    });
    past.human({ type: "message.posted", text: "Now.", now: true });
    expect(past.state.interruption).toStrictEqual({ seq: seq + 1 });
  });
});

describe("an answer", () => {
  function answered(options: string[], text: string, option?: number) {
    const past = talking();
    past.turnStarts("one", "coach", "coach");
    past.add("coach", {
      type: "question.asked",
      text: "Big?",
      options,
      thread: "one",
      loop: "l4",
      call: "c5_1",
    });
    const question = `q${past.state.head}`;
    past.human({ type: "question.answered", question, text, ...(option !== undefined && { option }) });
    expect(past.state.stage?.turnedAt).toBe(past.state.head);
    return at(past.state.transcript, -1);
  }

  test("stands with its question; options have numbers where a number may mean one", () => {
    const text = "coach asked: Big? (1: yes / 2: no)\nAnswer: the 2nd";
    expect(answered(["yes", "no"], "the 2nd")).toMatchObject({
      actor: "human",
      text,
      answers: "l4",
      answered: { from: "coach", question: "Big?", options: ["1: yes", "2: no"], answer: "the 2nd" },
      size: text.length,
    });
    expect(answered(["yes", "no"], "size 2", 2)?.text).toBe("coach asked: Big? (yes / no)\nAnswer: size 2");
    expect(answered(["yes", "no"], "neither")?.text).toBe("coach asked: Big? (yes / no)\nAnswer: neither");
    expect(answered([], "2")?.text).toBe("coach asked: Big?\nAnswer: 2");
    expect(answered(["yes"], "no")?.text).toBe("coach asked: Big? (yes)\nAnswer: no");
  });

  test("asking is progress: something was settled in this round", () => {
    const past = talking();
    past.turn("turn/1", "ada");
    const asked = {
      type: "question.asked",
      text: "Big?",
      options: ["yes"],
      thread: "t",
      loop: "l4",
      call: "c5_1",
    } as const;
    const changed = changedBy(past, { ...asked, options: ["yes"] }, "coach");
    const id = `q${past.state.head}`;
    const { type: _, ...rest } = asked;
    expect(changed).toEqual({
      questions: { [id]: { id, seq: past.state.head, from: "coach", to: "human", ...rest } },
      stage: { settledIn: 1 },
    });
  });
});
