import { describe, expect, test } from "vitest";
import { MemoryHandle } from "../../../test/support/log-world.ts";
import { encodeLine, genesis, hashLine } from "./line.ts";
import { LogReader } from "./log-reader.ts";
import { readCounted } from "./read-counted.ts";

class CountingHandle extends MemoryHandle {
  reads = 0;

  override read(into: Buffer, start: number, position: number): number {
    this.reads += 1;
    return super.read(into, start, position);
  }
}

/** A log of messages, each as long as is said, that was read to its end. */
function logOf(lengths: readonly number[]) {
  const file = new CountingHandle();
  const lines: Buffer[] = [];
  let prev = genesis;
  for (const [index, length] of lengths.entries()) {
    const event = { type: "message.posted", text: "x".repeat(length) };
    const line = encodeLine({ seq: index + 1, prev, at: "t", v: 1, actor: "ada", event });
    prev = hashLine(line);
    lines.push(line, Buffer.from("\n"));
  }
  file.bytes = Buffer.concat(lines);
  const { chain } = readToEnd(file);
  file.reads = 0;
  const seqs = (from: number, to: number) =>
    [...readCounted("/log", file, chain, from, to)].map(({ seq }) => seq);
  return { file, seqs };
}

function readToEnd(file: MemoryHandle): LogReader {
  const reader = new LogReader(file, () => undefined);
  reader.read();
  return reader;
}

describe("facts that are read again", () => {
  test("are those from one seq to another, as far as there are any", () => {
    const { seqs } = logOf([1, 1, 1, 1, 1]);
    expect(seqs(1, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(seqs(0, 2)).toEqual([1, 2]);
    expect(seqs(-3, 1)).toEqual([1]);
    expect(seqs(2, 4)).toEqual([2, 3, 4]);
    expect(seqs(5, 9)).toEqual([5]);
    expect(seqs(6, 9)).toEqual([]);
    expect(seqs(3, 2)).toEqual([]);
    expect(logOf([]).seqs(1, 5)).toEqual([]);
  });

  test("come a piece of the file at a time, and one that is larger than a piece comes alone", () => {
    const { file, seqs } = logOf(Array.from({ length: 200 }, () => 10_000));
    expect(seqs(1, 200)).toHaveLength(200);
    expect(file.reads).toBeGreaterThan(6);
    expect(file.reads).toBeLessThan(12);
    expect(logOf([10, 600_000, 10, 600_000]).seqs(1, 4)).toEqual([1, 2, 3, 4]);
  });

  test.each<[string, (line: string) => string, RegExp]>([
    ["cannot be read", (line) => line.replace("{", "["), /line 2: it cannot be read/],
    ["is another event", (line) => line.replace('"xx"', '"yy"'), /damaged at line 2/],
    ["has another seq", (line) => line.replace('"seq":2', '"seq":7'), /damaged at line 2/],
    [
      "is no event",
      (line) => `{"hi":1}${" ".repeat(line.length - 8)}`,
      /line 2: it is JSON, but not an event/,
    ],
  ])("a line that %s by now is not given, nor is what comes after it", (_, change, message) => {
    const { file, seqs } = logOf([1, 2, 3, 4]);
    const lines = file.bytes.toString("utf8").split("\n");
    file.bytes = Buffer.from(lines.with(1, change(lines[1] ?? "")).join("\n"));
    expect(seqs(1, 1)).toEqual([1]);
    expect(() => seqs(1, 4)).toThrow(message);
  });

  test("the last line vouches for itself: if it is another one by now, that is told", () => {
    const { file, seqs } = logOf([1, 2]);
    file.bytes = Buffer.from(file.bytes.toString("utf8").replace('"seq":2', '"seq":1'));
    expect(() => seqs(1, 2)).toThrow(/damaged/);
    const torn = logOf([1, 2]);
    torn.file.bytes = Buffer.from(torn.file.bytes.toString("utf8").replace('{"seq":2', '["seq":2'));
    expect(() => torn.seqs(1, 2)).toThrow(
      "damaged at line 2: event 2 was changed while Huddle was using it.",
    );
  });
});
