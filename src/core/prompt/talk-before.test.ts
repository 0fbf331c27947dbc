import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat } from "../../../test/support/plans.ts";
import { threadOfLoop } from "../state/threads.ts";
import type { Seat } from "../terms/policy.ts";
import { hanging } from "../text/quoted.ts";
import { talkBefore } from "./talk-before.ts";
import { TalkMemory } from "./talk-memory.ts";

const text = (name: string, length: number) => `${name} `.padEnd(length, "x");

function inRefinement(seats?: readonly Seat[]): Past {
  const past = Past.opened(seats ? { seats } : {});
  past.enters("refinement");
  return past;
}

function decides(past: Past, topic: string, amends?: string): string {
  const words = { topic, decision: "Yes.", reason: "so", proposed: "ada", agreed: [], dissents: [] };
  const { seq } = past.add(
    "ada",
    amends === undefined
      ? { type: "decision.recorded", ...words }
      : { type: "decision.amended", ...words, amends },
  );
  return `d${seq}`;
}

/** What a member is sent whose turn begins now: the first word and the length of what was said, or a note whole. */
function sent(past: Past, room: number, thread?: string): readonly string[] {
  const loop = thread
    ? past.loopOpens(thread, "done")
    : past.turnStarts(`turn/refinement.1/${past.now}`, "bo");
  const own = threadOfLoop(past.state, loop);
  const lines = own ? talkBefore(past.state, own, new TalkMemory(), room) : [];
  return lines.map((line) =>
    line.actor === undefined ? line.text : `${line.text.split(" ")[0]} ${line.text.length}`,
  );
}

const goneWords: Readonly<Record<number, string>> = {
  0: ". Of its earlier part",
  1: ": one earlier message is left out. Of that part",
};
const gone = (count: number) =>
  `[harness] This has been a long talk${goneWords[count] ?? `: ${count} earlier messages are left out. Of that part`} you see what was recorded and still holds, the coach's newest words, and what the product manager said.`;

const left = (most: number, length: number) =>
  most + `\n(${length - most} characters left out here)\n`.length;

test("nothing was said before the first phase", () => {
  const past = Past.opened();
  past.harness({
    type: "thread.opened",
    name: "x",
    seat: "ada",
    purpose: "coding",
    task: "t1",
    charter: "c",
  });
  expect(sent(past, 64_000, "x")).toEqual([]);
});

describe("of a talk that is too long", () => {
  test("all is sent while it fits, and the newest half and what lives on once it does not", () => {
    const past = inRefinement();
    for (const at of [1, 2, 3, 4]) past.says("ada", text(`a${at}`, 16_000));
    expect(sent(past, 64_000)).toEqual(["a1 16000", "a2 16000", "a3 16000", "a4 16000"]);
    past.says("human", text("p1", 1));
    expect(sent(past, 64_000)).toEqual([gone(3), "a4 16000", "p1 3"]);
  });

  test("the person's words live on, each up to 4,000 characters and 16,000 in all, the newest first", () => {
    const past = inRefinement();
    for (const [name, length] of [
      ["p1", 1_001],
      ["p2", 3_000],
      ["p3", 4_000],
      ["p4", 5_000],
      ["p5", 4_001],
    ] as const)
      past.says("human", text(name, length));
    for (const at of [1, 2, 3, 4, 5]) past.says("ada", text(`a${at}`, 15_000));
    expect(sent(past, 64_000)).toEqual([
      gone(3),
      "p2 3000",
      "p3 4000",
      `p4 ${left(4_000, 5_000)}`,
      `p5 ${left(4_000, 4_001)}`,
      "a3 15000",
      "a4 15000",
      "a5 15000",
    ]);
  });

  test("what just fits into all that lives on is kept", () => {
    const past = inRefinement();
    for (const at of [1, 2, 3, 4]) past.says("human", text(`p${at}`, 4_000));
    for (const at of [1, 2, 3, 4]) past.says("ada", text(`a${at}`, 15_000));
    expect(sent(past, 64_000).slice(0, 5)).toEqual([gone(2), "p1 4000", "p2 4000", "p3 4000", "p4 4000"]);
  });

  test("the words of the coach live on, each up to 2,000 characters and 8,000 in all", () => {
    const past = inRefinement();
    for (const at of [1, 2, 3, 4]) past.says("coach", text(`c${at}`, 1_999 + at));
    past.says("coach", text("c5", 1_000));
    for (const at of [1, 2, 3, 4]) past.says("bo", text(`b${at}`, 16_000));
    expect(sent(past, 64_000)).toEqual([
      gone(3),
      `c2 ${left(2_000, 2_001)}`,
      `c3 ${left(2_000, 2_002)}`,
      `c4 ${left(2_000, 2_003)}`,
      "c5 1000",
      "b3 16000",
      "b4 16000",
    ]);
  });

  test("so it is with the first of two coaches, and with nobody where there is none", () => {
    const two = inRefinement([seat("ada"), seat("bo"), seat("one", "coach"), seat("two", "coach")]);
    const none = inRefinement([seat("ada"), seat("bo")]);
    for (const past of [two, none]) {
      past.says("one", "one!");
      past.says("two", "two!");
      for (const at of [1, 2, 3, 4, 5]) past.says("ada", text(`a${at}`, 16_000));
    }
    expect(sent(two, 64_000).slice(0, 2)).toEqual([gone(3), "one! 4"]);
    expect(sent(none, 64_000).slice(0, 2)).toEqual([gone(4), "a3 16000"]);
  });

  test("what was recorded lives on up to 8,000 characters, and what a later decision replaced does not", () => {
    const past = inRefinement();
    const first = decides(past, "first");
    const old = decides(past, "old");
    const newer = decides(past, "newer", old);
    const newest = decides(past, "newest", newer);
    past.add("ada", { type: "point.deferred", topic: "colours", why: "nobody asked" });
    for (const at of [1, 2, 3, 4, 5]) past.says("ada", text(`a${at}`, 16_000));
    expect(sent(past, 64_000).slice(0, 5)).toEqual([
      gone(4),
      `[recorded ${first}, proposed by ada] first: Yes. Because so`,
      `[amended ${newer} → ${newest}, proposed by ada] newest: Yes. Because so`,
      "[deferred by ada] colours: nobody asked",
      "a3 16000",
    ]);
  });

  test("long records live on in short, and the oldest of too many do not", () => {
    const past = inRefinement();
    for (const at of [1, 2, 3, 4, 5]) decides(past, text(`topic${at}`, 3_000));
    for (const at of [1, 2, 3, 4]) past.says("ada", text(`a${at}`, 16_000));
    const notes = sent(past, 64_000).filter((line) => line.includes("recorded d"));
    expect(notes.map((note) => /topic\d/.exec(note)?.[0])).toEqual(["topic2", "topic3", "topic4", "topic5"]);
    for (const note of notes) expect(note).toMatch(/\n\(\d+ characters left out here\)\n/);
  });

  test("in a smaller room less lives on, in proportion, and 200 characters of each at the least", () => {
    const past = inRefinement();
    for (const at of [1, 2, 3, 4, 5]) past.says("human", text(`p${at}`, 900));
    for (const at of [1, 2, 3, 4]) past.says("ada", text(`a${at}`, 2_000));
    expect(sent(past, 8_000).slice(0, 5)).toEqual([
      gone(1),
      `p2 ${left(500, 900)}`,
      `p3 ${left(500, 900)}`,
      `p4 ${left(500, 900)}`,
      `p5 ${left(500, 900)}`,
    ]);
    const coached = inRefinement();
    for (const at of [1, 2, 3, 4, 5]) coached.says("coach", text(`c${at}`, 300));
    for (const at of [1, 2, 3, 4]) coached.says("ada", text(`a${at}`, 300));
    expect(sent(coached, 1_600).slice(0, 2)).toEqual([gone(3), `c4 ${left(200, 300)}`]);
  });
});

describe("a task starts", () => {
  test("with what a person has said since its phase began, and nothing else", () => {
    const past = Past.opened().reaches("implementation");
    past.says("human", "One.");
    past.says("bo", "Two.");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    past.says("human", "Three.");
    expect(sent(past, 64_000, "coding/t1.1")).toEqual(["One. 4"]);
  });

  test.each<[opening: string | undefined, told: readonly string[]]>([
    [`Build it.\n- Big?\n  The product manager answered: ${hanging("Yes,\nvery.")}`, []],
    ["Build it. It was written before the answer came.", ["ada asked: Big?\nAnswer: Yes,\nvery."]],
    [undefined, ["ada asked: Big?\nAnswer: Yes,\nvery."]],
  ])("without the answer that stands in its opening: %j", (opening, told) => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    past.moves("t1", "dispatched");
    past.moves("t1", "ready");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const asking = past.loopOpens("coding/t1.1", "done");
    past.asks(asking);
    const { seq } = past.replies(asking, 1, "", { tool: "ask_question", input: {} });
    const call = `c${seq}_1`;
    const question = { text: "Big?", options: [], thread: "coding/t1.1", loop: asking, call, task: "t1" };
    const { seq: asked } = past.add("ada", { type: "question.asked", ...question, to: "human" });
    past.human({ type: "question.answered", question: `q${asked}`, text: "Yes,\nvery." });
    past.threadOpens("review/t1.1/1", "bo", "review", "t1");
    const loop = past.loopOpens("review/t1.1/1", "review_complete", undefined, opening);
    const review = threadOfLoop(past.state, loop);
    const lines = review ? talkBefore(past.state, review, new TalkMemory(), 64_000) : [];
    expect(lines.map((line) => line.text)).toEqual(told);
  });

  test("with the newest of it where there was too much", () => {
    const past = Past.opened().reaches("implementation");
    for (const at of [1, 2, 3]) past.says("human", text(`p${at}`, 30_000));
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    expect(sent(past, 64_000, "coding/t1.1")).toEqual([
      gone(0),
      `p1 ${left(4_000, 30_000)}`,
      `p2 ${left(4_000, 30_000)}`,
      "p3 30000",
    ]);
  });
});

test("in a small room each line is cut before it is sent, also in a talk that fits", () => {
  const past = inRefinement();
  past.says("ada", text("a1", 3_000));
  past.says("human", text("p1", 4_001));
  expect(sent(past, 8_000)).toEqual([`a1 ${left(2_000, 3_000)}`, `p1 ${left(4_000, 4_001)}`]);
});
