import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten } from "./shorten.ts";

test("what fits stays as it is", () => {
  expect(shorten("short", 5)).toBe("short");
});

test("what is too long keeps its beginning and its end, and says how much is missing", () => {
  expect(shorten(`${"a".repeat(65)}${"b".repeat(900)}${"c".repeat(35)}`, 100)).toBe(
    `${"a".repeat(65)}\n(900 characters left out here)\n${"c".repeat(35)}`,
  );
});

test("no character is cut in two, and the length is bounded", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.integer({ min: 4, max: 120 }),
      (text, most) => {
        const short = shorten(text, most);
        expect(new TextDecoder().decode(new TextEncoder().encode(short))).toBe(short);
        expect(short.length).toBeLessThanOrEqual(most + 45);
      },
    ),
  );
});
