import { expect, test } from "vitest";
import { MemoryHandle } from "../../../test/support/log-world.ts";
import { LineReader, splitLines } from "./line-reader.ts";

function opened(text: string, bufferSize?: number) {
  const file = new MemoryHandle();
  const add = (more: string) => file.add(Buffer.from(more));
  add(text);
  const reader = new LineReader(file, bufferSize);
  /** All there is now: each piece with its place. */
  const read = () => {
    const pieces: [number, string][] = [];
    for (let some = reader.readSome(); some; some = reader.readSome())
      if (some.bytes.length > 0) pieces.push([some.offset, some.bytes.toString("utf8")]);
    return pieces;
  };
  return { reader, add, read };
}

test("whole lines come with their place, and the rest once its newline is there", () => {
  const { reader, add, read } = opened("one\ntwo\nth");
  expect(read()).toEqual([[0, "one\ntwo\n"]]);
  expect([reader.unterminated, reader.position]).toEqual([true, 10]);
  add("ree");
  expect(read()).toEqual([]);
  add("\n\nfour");
  expect(read()).toEqual([[8, "three\n\n"]]);
  expect([reader.unterminated, reader.position]).toEqual([true, 19]);
  add("\n");
  expect(read()).toEqual([[15, "four\n"]]);
  expect([reader.unterminated, reader.position]).toEqual([false, 20]);
  expect(read()).toEqual([]);
});

test("a file without a byte has nothing unterminated", () => {
  const { reader, read } = opened("");
  expect(read()).toEqual([]);
  expect([reader.unterminated, reader.position]).toEqual([false, 0]);
});

test.each([1, 2, 3, 7, 8, 9, 100])("a buffer of %i bytes reads all lines, however long", (bufferSize) => {
  const text = "a\nlonger than the buffer\n\nb\nünder\n";
  const pieces = opened(text, bufferSize).read();
  expect(pieces.map(([, piece]) => piece).join("")).toBe(text);
  for (const [offset, piece] of pieces) {
    expect(Buffer.from(text).subarray(offset).toString("utf8").startsWith(piece)).toBe(true);
    expect(piece.endsWith("\n")).toBe(true);
  }
});

test("lines are split at their newlines, empty ones included", () => {
  const split = (text: string) => splitLines(Buffer.from(text)).map(String);
  expect(split("")).toEqual([]);
  expect(split("a\n")).toEqual(["a"]);
  expect(split("\n\nab\nc\n")).toEqual(["", "", "ab", "c"]);
});
