import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { eventLine } from "./event-line.ts";

test("any fact is one line, long fields are cut and say how long they are", () => {
  const past = Past.opened();
  expect(eventLine(past.says("ada", "two\nlines"))).toBe('message.posted text="two\\nlines"');
  expect(eventLine(past.says("ada", "x".repeat(500)))).toMatch(/^message\.posted text="x{119}… \(502\)$/);
});

test("a fact of an unknown type says what it was", () => {
  const fact = { ...Past.opened().says("ada", "x"), event: { type: "unknown" as const, was: "moon.landed" } };
  expect(eventLine(fact)).toBe("moon.landed (unknown)");
});
