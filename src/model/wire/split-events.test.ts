import fc from "fast-check";
import { expect, test } from "vitest";
import { EventSplitter } from "./split-events.ts";

const line = fc.constantFrom("data: {}", ": still here", "event: a", "data: größer €", "");
const ends = fc.constantFrom("\n", "\r\n", "\r");

test("10.5: whatever ends the lines and wherever chunks end, the events are the same", () => {
  fc.assert(
    fc.property(fc.array(line), ends, fc.array(fc.nat(30)), (lines, end, sizes) => {
      const bytes = Buffer.from(lines.map((one) => one + end).join(""));
      const split = texts(chunksOf(bytes, sizes));
      expect(split).toEqual(texts([bytes]));
      expect(split.join("")).toBe(bytes.toString());
    }),
  );
});

test("10.5: an event ends with a blank line, and what has none is left", () => {
  expect(texts([Buffer.from("data: 1\n\ndata: 2\r\rdata: 3\r\n\r\ndata: 4\n")])).toEqual([
    "data: 1\n\n",
    "data: 2\r\r",
    "data: 3\r\n\r",
    "\ndata: 4\n",
  ]);
});

test("10.5: a megabyte in single bytes is no more work than in one piece", () => {
  const splitter = new EventSplitter();
  const byte = Buffer.from("x");
  for (let at = 0; at < 1024 * 1024; at++) splitter.take(byte);
  expect(splitter.rest().length).toBe(1024 * 1024);
});

/** Whole events, and the rest. */
function texts(chunks: readonly Buffer[]): readonly string[] {
  const splitter = new EventSplitter();
  const events = chunks.flatMap((chunk) => [...splitter.take(chunk)]);
  const rest = splitter.rest();
  return [...events, ...(rest.length > 0 ? [rest] : [])].map(String);
}

function chunksOf(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let from = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  return [...chunks, bytes.subarray(from)];
}
