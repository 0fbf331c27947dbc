import { expect, test } from "vitest";
import type { Message } from "../core/request.ts";
import { cacheMarks } from "./cache-marks.ts";

const places = (messages: readonly Message[]) =>
  cacheMarks({ messages }).map(({ message, block }) => `${message}.${block}`);

test("the first ask: the end of the transcript and the suffix", () => {
  expect(places([user(4)])).toEqual(["0.2", "0.3"]);
  expect(places([user(1)])).toEqual(["0.0"]);
});

test("a transcript that grew beyond a look back gets one between", () => {
  expect(places([user(17)])).toEqual(["0.0", "0.15", "0.16"]);
  expect(places([user(100)])).toEqual(["0.83", "0.98", "0.99"]);
});

test("later asks: the transcript stays, the end moves", () => {
  expect(places([user(100), called(1), results(1)])).toEqual(["0.98", "2.0"]);
  expect(places([user(100), called(1), results(1), user(1)])).toEqual(["0.98", "3.0"]);
});

test("a reply with many calls gets one between, where the request before it ended", () => {
  expect(places([user(3), called(7), results(7)])).toEqual(["0.1", "2.6"]);
  expect(places([user(3), called(8), results(8)])).toEqual(["0.2", "0.1", "2.7"]);
  expect(places([user(3), called(1), results(1), called(9), results(9)])).toEqual(["2.0", "0.1", "4.8"]);
});

test("never more than three beside the charter's, and never two on one block", () => {
  for (let blocks = 1; blocks < 40; blocks++)
    for (let calls = 0; calls < 20; calls++) {
      const marks = places(calls === 0 ? [user(blocks)] : [user(blocks), called(calls), results(calls)]);
      expect(marks.length).toBeLessThanOrEqual(3);
      expect(new Set(marks).size).toBe(marks.length);
    }
});

test("nothing said, nothing marked", () => {
  expect(places([])).toEqual([]);
});

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
