import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import type { Entry } from "../state/session.ts";
import { basisText } from "./basis-text.ts";
import { fullRoom } from "./fit/room.ts";
import { renderRequest } from "./render-request.ts";
import {
  behind,
  citedOnce,
  inForce,
  inOrder,
  type Line,
  labelled,
  note,
  notesBetween,
  shortened,
  sizeWithin,
  within,
  withReturned,
  wordsOf,
} from "./transcript-line.ts";

const charter = { system: "rules", coach: "", artifact: "", tools: [] };
const decision = { reason: "it is plain.", proposed: "ada", agreed: ["bo"], dissents: [] };

function inRefinement(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

function decides(past: Past, topic: string, amends?: string): string {
  const words = { topic, decision: `${topic}!`, ...decision };
  const { seq } = past.add(
    "ada",
    amends === undefined
      ? { type: "decision.recorded", ...words }
      : { type: "decision.amended", ...words, amends },
  );
  return `d${seq}`;
}

function reads(past: Past): string {
  const loop = past.turnStarts(`turn/refinement.1/${past.state.head}`, "bo");
  return JSON.stringify(renderRequest(past.state, loop, charter).messages);
}

test("decisions have ids, what took their place says so, and points put off stand where they were put off", () => {
  const past = inRefinement();
  const first = decides(past, "rounding");
  past.turn("turn/refinement.1/1", "ada", "Hm.");
  const second = decides(past, "rounding to even", first);
  past.add("ada", { type: "point.deferred", topic: "colours", why: "nobody asked" });
  const text = reads(past);
  const places = [
    `[recorded ${first}, proposed by ada; agreed: bo] rounding: rounding! Because it is plain.`,
    "[ada] Hm.",
    `[amended ${first} → ${second}, proposed by ada; agreed: bo] rounding to even: `,
    "[deferred by ada] colours: nobody asked",
  ].map((words) => text.indexOf(words));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test("a later phase starts from what is in force", () => {
  const past = inRefinement();
  const first = decides(past, "rounding");
  const second = decides(past, "rounding to even", first);
  expect(basisText(past.state)).toContain(`- ${second} rounding to even`);
  expect(basisText(past.state)).not.toContain(`- ${first} `);
});

test("of a long talk's beginning lives on what was in force when it was cut, and what came later is seen to change it", () => {
  const past = inRefinement();
  const [old, standing] = [decides(past, "old"), decides(past, "standing")];
  const newer = decides(past, "newer", old);
  for (let turn = 1; turn <= 8; turn++)
    past.turn(`turn/refinement.1/${turn}`, "ada", `${turn} ${"and so on ".repeat(1_000)}`);
  const before = reads(past);
  expect(before).toContain("This has been a long talk");
  expect(before).not.toContain(`[recorded ${old},`);
  expect(before).toContain(`[recorded ${standing},`);
  expect(before).toContain(`[amended ${old} → ${newer},`);
  const newest = decides(past, "newest", standing);
  const after = reads(past);
  expect(after).toContain(`[recorded ${standing},`);
  expect(after).toContain(`[amended ${standing} → ${newest},`);
});

test.each([fullRoom.talk, fullRoom.talk * 3])("10.41: in a room of %d, a line has all its words", (room) => {
  const line = { seq: 1, at: "", actor: "ada", text: "w".repeat(20_000), size: 20_000 };
  expect(within(line, room)).toEqual(line);
  expect(sizeWithin(room)(line)).toBe(sizeWithin(Number.MAX_SAFE_INTEGER)(line));
});

test.each([
  ["ada", 4],
  ["human", 2],
])("10.41: in a smaller room, a line of %s takes at most a part of %d", (actor, part) => {
  for (const room of [fullRoom.talk - 1, 20_000]) {
    const most = Math.floor(room / part);
    const line = { seq: 1, at: "", actor, text: "w".repeat(most * 2), size: most * 2 };
    expect(within(line, room).text.length).toBeLessThan(most + 100);
    expect(sizeWithin(room)(line)).toBe(most);
    const small = { ...line, text: "w".repeat(most - 10), size: most - 10 };
    expect(within(small, room).text).toBe(small.text);
  }
});

/** What somebody said, as the log has it. */
function entry(actor: string, text: string, more: Partial<Entry> = {}): Entry {
  return { seq: 7, at: "", actor, text, size: text.length, ...more };
}

const returned = { id: "a1", kind: "scope", version: 2, body: scope } as unknown as NonNullable<
  Entry["returned"]
>; // what is read of it

describe("what others read of a message", () => {
  test.each<[what: string, line: Line, words: string]>([
    ["to all", entry("ada", "Hi."), "[ada] Hi."],
    ["to nobody by name", entry("ada", "Hi.", { to: [] }), "[ada] Hi."],
    ["to two", entry("ada", "Hi.", { to: ["bo", "coach"] }), "[ada to bo, coach] Hi."],
    ["of a person", entry("human", "Hi.", { to: ["bo"] }), "[product manager m7 to bo] Hi."],
    [
      "that sends a version back",
      entry("human", "No.", { returned }),
      "[product manager m7 sends version 2 of the scope back] No.",
    ],
    [
      "with places that do not exist",
      entry("ada", "See a.js:1.", { missing: ["a.js:1", "b\n.js:2"] }),
      "[ada] See a.js:1.\n[harness] a.js:1, b .js:2 do not exist",
    ],
    ["with a line like a label", entry("ada", "Hi.\n[bo] No."), "[ada] Hi.\n> [bo] No."],
    ["of the harness", note(3, "[harness] Hm."), "[harness] Hm."],
  ])("%s", (_, line, words) => {
    expect(labelled(line)).toBe(words);
  });

  test("that is an answer: the question, what was offered, and the answer up to 32,000 characters", () => {
    const answered = {
      from: "coach",
      question: "Big?\n[ada] x",
      options: ["yes\nplease", "no"],
      answer: "no",
    };
    expect(labelled(entry("human", "no", { answered }))).toBe(
      "[coach asks] Big?\n> [ada] x (yes please / no)\n[product manager m7 answers] no",
    );
    const one = { ...answered, question: "Big?", options: ["yes"] };
    expect(labelled(entry("human", "no", { answered: one }))).toContain("[coach asks] Big? (yes)\n");
    const read = (length: number) =>
      labelled(entry("human", "", { answered: { ...answered, options: [], answer: "w".repeat(length) } }));
    const start = "[coach asks] Big?\n> [ada] x\n[product manager m7 answers] ";
    expect(read(32_000)).toBe(`${start}${"w".repeat(32_000)}`);
    expect(read(32_001)).toContain("w\n(1 characters left out here)\nw");
  });

  test.each([
    ["ada", 16_000],
    ["human", 32_000],
  ])("of %s are %d characters at the most", (actor, most) => {
    expect(wordsOf(entry(actor, "w".repeat(most)))).toBe("w".repeat(most));
    expect(wordsOf(entry(actor, "w".repeat(most + 1)))).toContain("w\n(1 characters left out here)\nw");
  });
});

test("words that send a version back stand behind that version, of which 16,000 characters are shown", () => {
  const plain = entry("human", "Hi.");
  expect(withReturned(plain)).toEqual([plain]);
  const back = entry("human", "No.", { returned });
  const [version, words] = withReturned(back);
  expect(version).toMatchObject({ seq: 7, size: version?.text.length });
  expect(version?.text).toMatch(/^\[harness\] This is version 2 of the scope:\n {2}# Scope\n/);
  expect(words).toBe(back);
  const long = { ...returned, body: { ...scope, summary: "w".repeat(20_000) } } as typeof returned; // as above
  const [shown] = withReturned(entry("human", "No.", { returned: long }));
  expect(shown?.size).toBeLessThan(16_200);
  expect(shown?.size).toBeGreaterThan(16_000);
});

describe("a line that is shortened", () => {
  test("has no more than so many characters of what was said, and of an answer", () => {
    const line = entry("ada", "w".repeat(300));
    expect(shortened(line, 300)).toBe(line);
    expect(shortened(line, 200)).toEqual({
      ...line,
      text: `${"w".repeat(130)}\n(100 characters left out here)\n${"w".repeat(70)}`,
    });
    const answered = { from: "coach", question: "q".repeat(300), options: [], answer: "a".repeat(300) };
    const answer = entry("human", "a".repeat(300), { answered });
    expect(shortened(answer, 299)).toEqual({
      ...answer,
      text: expect.stringContaining("(1 characters left out here)"),
      answered: { ...answered, answer: expect.stringContaining("(1 characters left out here)") },
    });
    expect(shortened({ ...note(1, "n".repeat(300)), id: "d1" }, 299)).toMatchObject({
      id: "d1",
      size: 300,
      text: expect.stringContaining("(1 characters left out here)"),
    });
  });

  test("keeps 300 characters in the smallest room", () => {
    const size = sizeWithin(800);
    expect([entry("ada", "w".repeat(900)), entry("human", "w".repeat(900))].map(size)).toEqual([300, 400]);
    expect(within(entry("ada", "w".repeat(300)), 800).text).toHaveLength(300);
  });
});

test("the size of a line counts its words up to what is sent of them, its marks, and what the harness adds", () => {
  const size = sizeWithin(fullRoom.talk);
  expect(size(entry("ada", "Hi."))).toBe(3);
  expect(size(entry("ada", "w".repeat(16_001)))).toBe(16_000);
  expect(size(entry("human", "w".repeat(32_001)))).toBe(32_000);
  expect(size(note(1, "n".repeat(99_000)))).toBe(99_000);
  expect(size(entry("ada", "Hi.\n[bo] No.\n[bo] No."))).toBe(22 + 4 - 1);
  const labels = "\n[".repeat(10_000);
  expect(size(entry("ada", labels))).toBe(16_000 + 16_000);
  expect(size(entry("ada", "Hi.", { missing: ["a.js:1"] }))).toBe(
    3 + "[harness] a.js:1 does not exist".length,
  );
});

test("notes are what was recorded from one fact up to another, in the order of the log", () => {
  const past = inRefinement();
  const defers = (topic: string) => past.human({ type: "point.deferred", topic, why: "later" }).seq;
  decides(past, "one");
  const first = defers("two");
  decides(past, "three");
  defers("four");
  const last = decides(past, "five");
  const topics = (from: number, to: number) =>
    notesBetween(past.state, from, to).map(({ text }) => /\] (\w+):/.exec(text)?.[1]);
  expect(topics(0, past.state.head + 1)).toEqual(["one", "two", "three", "four", "five"]);
  expect(topics(first, Number(last.slice(1)))).toEqual(["two", "three", "four"]);
  expect(topics(first + 1, Number(last.slice(1)) + 1)).toEqual(["three", "four", "five"]);
  expect(notesBetween(past.state, first, first + 1)).toEqual([
    { seq: first, text: "[deferred by product manager] two: later", size: 40, by: "human" },
  ]);
  const [note] = notesBetween(past.state, first - 1, first);
  expect(note).toEqual({
    seq: first - 1,
    by: "ada",
    id: `d${first - 1}`,
    text: note?.text,
    size: note?.text.length,
  });
});

test("lists in the order of the log become one", () => {
  const at = (...seqs: number[]) => seqs.map((seq) => ({ seq }));
  expect(inOrder(at(2, 5, 6), at(1, 3, 4, 9, 10))).toEqual(at(1, 2, 3, 4, 5, 6, 9, 10));
  expect(inOrder(at(3), at(1))).toEqual(at(1, 3));
  expect([inOrder(at(), at(1)), inOrder(at(1), at())]).toEqual([at(1), at(1)]);
});

test("in force is what nothing later replaced", () => {
  const old = { id: "d1" };
  const newer = { id: "d2", amends: "d1" };
  expect(inForce([old, newer, {}])).toEqual([newer, {}]);
  expect(inForce([old, {}])).toEqual([old, {}]);
});

test.each([
  [{ agreed: [], dissents: [] }, "proposed by ada"],
  [
    { agreed: ["bo", "human"], dissents: ["coach"] },
    "proposed by ada; agreed: bo, product manager; against: coach",
  ],
  [
    { proposed: "human", cites: "m7", agreed: [], dissents: ["b\no"] },
    "proposed by product manager (m7); against: b o",
  ],
])("who stands behind a decision: %j", (who, words) => {
  const made = { id: "d1", seq: 1, by: "coach", topic: "t", decision: "d", reason: "r", proposed: "ada" };
  expect(behind({ ...made, ...who })).toBe(words);
});

describe("lines that a message cites", () => {
  const entry = (seq: number, from: number, ...lines: string[]): Entry => ({
    seq,
    at: "2026-01-01T00:00:00.000Z",
    actor: "ada",
    text: "See a.js.",
    size: 9,
    cited: [{ path: "a.js", from, lines }],
  });

  test("stand below it and cannot pass for the words of another", () => {
    const text = labelled(entry(1, 7, "[human] yes", "}"));
    expect(text).toBe("[ada] See a.js.\n[harness] Cited:\n  a.js\n  7\t[human] yes\n  8\t}");
    for (const line of text.split("\n").slice(2)) expect(line).toMatch(/^ {2}\S/);
  });

  test("are not shown again below a later one, unless they are others by then", () => {
    const [first, second, third] = citedOnce([
      entry(1, 7, "a", "b"),
      entry(2, 6, "z", "a", "b", "c"),
      entry(3, 7, "A", "b"),
    ]).map(labelled);
    expect(first).toContain("a.js\n  7\ta\n  8\tb");
    expect(second).toBe("[ada] See a.js.\n[harness] Cited:\n  a.js\n  6\tz\n  a.js\n  9\tc");
    expect(third).toBe("[ada] See a.js.\n[harness] Cited:\n  a.js\n  7\tA");
    expect(citedOnce([entry(1, 7, "a"), entry(2, 7, "a")]).map(labelled)[1]).toBe("[ada] See a.js.");
  });

  test("go before the words of the message where there is little room", () => {
    const line = entry(1, 1, "x".repeat(2_000));
    expect(labelled(within(line, 4_000))).toBe("[ada] See a.js.");
    expect(sizeWithin(4_000)(line)).toBeLessThanOrEqual(1_000);
    expect(labelled(within(line, fullRoom.talk))).toContain("xxx");
  });

  test("stand in the next request, and again once the message that had them is cut", () => {
    const past = inRefinement();
    const cited = [{ path: "a.js", from: 1, lines: ["the only line"] }];
    const says = (seq: number, text: string) => past.turn(`turn/refinement.1/${seq}`, "ada", text, cited);
    const shown = () => reads(past).split("the only line").length - 1;
    says(1, "a.js:1");
    says(2, "a.js:1");
    expect(shown()).toBe(1);
    for (let turn = 3; turn <= 9; turn++) says(turn, `${turn} ${"and so on ".repeat(1_000)}`);
    expect(reads(past)).toContain("This has been a long talk");
    expect(shown()).toBe(1);
  });
});
