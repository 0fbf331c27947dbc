import { expect, test } from "vitest";
import { genesis } from "./line.ts";
import { explainNoEvent } from "./no-event.ts";

const opening = `{"seq":1,"prev":"${genesis}","at":"`;
const why = (bytes: Buffer | readonly number[]) => explainNoEvent(Buffer.from(bytes))?.reason;
const whyText = (text: string) => why(Buffer.from(text));

test("an empty log, and one whose first append was torn at any byte, has not begun", () => {
  expect(whyText("")).toBeUndefined();
  for (let length = 1; length <= opening.length; length += 1)
    for (const end of ["", "\n", "\nmore", opening])
      expect(whyText(opening.slice(0, length) + end), `${length} ${end}`).toBeUndefined();
  expect(whyText(`${opening}2026-01-`)).toBeUndefined();
});

test("bytes that only begin like a log, or do not even that, are no log", () => {
  const foreign = "the file is not a log of Huddle, and it holds no event";
  for (const text of ["\n", "x", "hello", "[1]", '{"seq":2', '{"seq":1,"prev":"x', "{x"])
    expect(whyText(text), text).toBe(foreign);
  expect(explainNoEvent(Buffer.from("hello"))).toEqual({ line: 1, reason: foreign });
});

test.each<[string, readonly number[]]>([
  ["with the mark of small ends first", [0xff, 0xfe, 0x61, 0x62]],
  ["with the mark of large ends first", [0xfe, 0xff, 0x61, 0x62]],
  ["without a mark, small ends first", [0x61, 0, 0x62, 0]],
  ["without a mark, large ends first", [0, 0x61, 0, 0x62]],
])("UTF-16 %s is told", (_, bytes) => {
  expect(why(bytes)).toBe("the file is UTF-16, not UTF-8, and it holds no event");
});

test.each<[string, readonly number[]]>([
  ["half a mark", [0xff, 0x61]],
  ["the other half of one", [0x61, 0xfe]],
  ["half of the other mark", [0xfe, 0x61]],
  ["the other half of that", [0x61, 0xff]],
  ["the same byte twice", [0xff, 0xff]],
  ["two zeros and then some", [0, 0, 0x61]],
  ["a single byte", [0x61]],
])("%s is not taken for UTF-16", (_, bytes) => {
  expect(why(bytes)).toBe("the file is not a log of Huddle, and it holds no event");
});

test.each([1, 2, 5])("%i zero bytes, as a crash leaves them, are told", (count) => {
  expect(why(Buffer.alloc(count))).toBe("the file holds only zero bytes, and it holds no event");
});
