import { expect, test } from "vitest";
import type { BlockPlace, Message } from "../../core/ports/request.ts";
import { cacheMarks } from "./cache-marks.ts";

/** A discussion: its suffix is the last block of the first message. */
const inTalk = (messages: readonly Message[]) => {
  const blocks = messages[0]?.role === "user" ? messages[0].blocks.length : 0;
  return places(messages, { message: 0, block: blocks - 1 });
};

const places = (messages: readonly Message[], suffix?: BlockPlace) =>
  cacheMarks({ messages, ...(suffix && { suffix }) }).map(({ message, block }) => `${message}.${block}`);

test("the first ask of a turn: the end of the transcript, and not the suffix that nothing follows yet", () => {
  expect(inTalk([user(4)])).toEqual(["0.2"]);
  expect(inTalk([user(1)])).toEqual([]);
});

test("a transcript that grew beyond a look back gets one between", () => {
  expect(inTalk([user(17)])).toEqual(["0.0", "0.15"]);
  expect(inTalk([user(100)])).toEqual(["0.83", "0.98"]);
});

test("later asks: the transcript stays, the end moves", () => {
  expect(inTalk([user(100), called(1), results(1)])).toEqual(["0.98", "2.0"]);
  expect(inTalk([user(100), called(1), results(1), user(1)])).toEqual(["0.98", "3.0"]);
});

test("a reply with many calls gets one between, where the request before it ended", () => {
  expect(inTalk([user(3), called(7), results(7)])).toEqual(["0.1", "2.6"]);
  expect(inTalk([user(3), called(8), results(8)])).toEqual(["0.2", "0.1", "2.7"]);
  expect(inTalk([user(3), called(1), results(1), called(9), results(9)])).toEqual(["2.0", "0.1", "4.8"]);
});

test("where own messages stand between those of others, what can carry a mark is found behind them", () => {
  const lived = [user(3), said, user(2), said, user(1)];
  expect(places(lived, { message: 4, block: 0 })).toEqual(["2.1"]);
  expect(places([...lived.slice(0, 4), user(3)], { message: 4, block: 2 })).toEqual(["4.1"]);
  const long = Array.from({ length: 9 }, () => [user(3), said]).flat();
  expect(places([...long, user(2)], { message: 18, block: 1 })).toEqual(["10.1", "18.0"]);
  expect(places([...long, user(2), called(1), results(1)], { message: 18, block: 1 })).toEqual([
    "18.0",
    "20.0",
  ]);
});

test("a thread without a suffix is marked at its end alone, and between when it grew much", () => {
  expect(places([user(2)])).toEqual(["0.1"]);
  expect(places([user(2), called(1), results(1)])).toEqual(["2.0"]);
  expect(places([user(2), called(9), results(9)])).toEqual(["0.1", "2.8"]);
});

test("never more than three beside the charter's, and never two on one block", () => {
  for (let blocks = 1; blocks < 40; blocks++)
    for (let calls = 0; calls < 20; calls++) {
      const marks = inTalk(calls === 0 ? [user(blocks)] : [user(blocks), called(calls), results(calls)]);
      expect(marks.length).toBeLessThanOrEqual(3);
      expect(new Set(marks).size).toBe(marks.length);
    }
});

test("nothing said, nothing marked", () => {
  expect(places([])).toEqual([]);
});

const said: Message = { role: "assistant", text: "I say.", calls: [] };

function user(blocks: number): Message {
  return { role: "user", blocks: Array.from({ length: blocks }, (_, at) => `block ${at}`) };
}

function called(calls: number): Message {
  return {
    role: "assistant",
    text: "I will.",
    calls: Array.from({ length: calls }, (_, at) => ({ id: `c1_${at}`, tool: "read_file", input: {} })),
  };
}

function results(calls: number): Message {
  return {
    role: "tool",
    results: Array.from({ length: calls }, (_, at) => ({ id: `c1_${at}`, text: "there", failed: false })),
  };
}
