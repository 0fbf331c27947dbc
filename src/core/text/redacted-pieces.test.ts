import fc from "fast-check";
import { expect, test } from "vitest";
import { RedactedPieces } from "./redacted-pieces.ts";
import { noKeys, redactionOf, withoutTypedKeys } from "./redaction.ts";

function joined(pieces: RedactedPieces, text: string, cuts: readonly number[]): string {
  const ends = [...new Set(cuts), text.length].filter((end) => end <= text.length).sort((a, b) => a - b);
  const shown = ends.map((end, index) => pieces.next(text.slice(ends[index - 1] ?? 0, end)));
  return shown.join("") + pieces.end();
}

const cuts = fc.array(fc.nat({ max: 90 }), { maxLength: 90 });

test("10.17: a key in pieces is found, wherever it is cut", () => {
  const letters = fc.constantFrom(..."sk-aZz019_c2Jx");
  const keys = fc.string({ unit: letters, minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(keys, fc.string({ unit: letters, maxLength: 9 }), cuts, (value, around, places) => {
      const pieces = new RedactedPieces(redactionOf([{ name: "K", value }]));
      const text = `${around} ${value}${around}${value.slice(0, 9)} ${value}`;
      const shown = joined(pieces, text, places);
      expect(shown).not.toContain(value);
      expect(shown.length).toBeLessThan(text.length);
    }),
  );
});

test("10.17: without a key nothing changes and nothing waits, but for halves of characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), cuts, (text, places) => {
      expect(joined(new RedactedPieces(noKeys), text, places)).toBe(text);
    }),
  );
  const pieces = new RedactedPieces(redactionOf([{ name: "K", value: "sk-canary-0123456789" }]));
  expect(["Hello ", "wor", "ld s", "k-c", "at \ud83d", "\ude00"].map((piece) => pieces.next(piece))).toEqual([
    "Hello ",
    "wor",
    "ld ",
    "",
    "sk-cat ",
    "😀",
  ]);
});

test("10.17: what waited at the end is given once, and a new text starts without it", () => {
  const pieces = new RedactedPieces(redactionOf([{ name: "K", value: "sk-canary-0123456789" }]));
  expect([pieces.next("a sk-"), pieces.end(), pieces.end(), pieces.next("b")]).toEqual([
    "a ",
    "sk-",
    "",
    "b",
  ]);
  expect([pieces.next("line\r"), pieces.next("\n"), pieces.end()]).toEqual(["line", "\r\n", ""]);
});

const shaped = fc.constantFrom(
  `sk-${"aB3_".repeat(8)}`,
  `AIza${"x9-".repeat(12)}`,
  `ghp_${"Q7z".repeat(12)}`,
  `github_pat_${"A1".repeat(20)}`,
  `hf_${"k4".repeat(18)}`,
  `xoxb-${"12-a".repeat(7)}`,
  "AKIAABCDEFGH12345678",
);

test("what looks like anybody's key is not shown, wherever it is cut", () => {
  fc.assert(
    fc.property(shaped, fc.constantFrom(" ", "\n", '"', "x-", "."), cuts, (key, before, places) => {
      const text = `use${before}${key} or ${key}`;
      const shown = joined(new RedactedPieces(noKeys), text, places);
      expect(shown).toBe(withoutTypedKeys(text));
      expect(shown).not.toContain(key.slice(-12));
    }),
  );
});
