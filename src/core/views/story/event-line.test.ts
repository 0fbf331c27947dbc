import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { Fact } from "../../facts/fact.ts";
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

test("a field as long as the limit stands whole, and a fact may be unknown by its type alone", () => {
  const past = Past.opened();
  expect(eventLine(past.says("ada", "x".repeat(118)))).toBe(`message.posted text="${"x".repeat(118)}"`);
  expect(eventLine(past.says("ada", "x", ["bo"]))).toBe('message.posted text="x" to=["bo"]');
  const named = { ...past.says("ada", "x"), event: { type: "task.moved", was: "x" } } as unknown as Fact;
  expect(eventLine(named)).toBe('task.moved was="x"');
});
