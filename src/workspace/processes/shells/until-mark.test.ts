import fc from "fast-check";
import { expect, test } from "vitest";
import { UntilMark } from "./until-mark.ts";

const mark = "aab";

/** Full of what looks like the beginning of the mark, or like an exit code. */
const content = fc
  .array(fc.constantFrom("a", "aa", "0", "007", "\0", "\n", "\xff"), { maxLength: 30 })
  .map((parts) => parts.join(""));
const cuts = fc.array(fc.nat(80), { maxLength: 10 });

function pieces(text: string, at: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text, "latin1");
  const ends = [...at.map((one) => Math.min(one, bytes.length)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test("content, mark and exit code are told apart, however they are cut", () => {
  fc.assert(
    fc.property(content, fc.nat(255), content, fc.nat(90), cuts, (before, exit, after, most, at) => {
      // An end in "a" would make a mark of its own with ours, which a random one of 32 letters does not.
      const text = before.replace(/a+$/, "");
      const until = new UntilMark(mark, most);
      for (const piece of pieces(`${text}${mark}${String(exit).padStart(3, "0")}`, at)) until.take(piece);
      until.take(Buffer.from(after, "latin1"));
      expect(until.exit).toBe(exit);
      expect(until.bytes.toString("latin1")).toBe(text.slice(0, most));
      expect(until.isOver).toBe(text.length > most);
    }),
    { numRuns: 2000 },
  );
});

test("content without a mark is over as soon as no mark can take it back", () => {
  fc.assert(
    fc.property(content, fc.nat(60), cuts, (text, most, at) => {
      const until = new UntilMark(mark, most);
      for (const piece of pieces(text, at)) until.take(piece);
      expect(until.exit).toBeUndefined();
      expect(until.isOver).toBe(text.length > most + mark.length + 2);
      expect(until.bytes.toString("latin1")).toBe(text.slice(0, most));
    }),
  );
});
