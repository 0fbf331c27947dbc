import { expect, test } from "vitest";
import type { Seat } from "../../terms/policy.ts";
import { completed } from "./complete.ts";
import { lineOf, textOf } from "./line-editor.ts";

const seats = ["ada", "adam", "coach"].map((id): Seat => ({ id, role: "engineer", model: "m/x" }));

test.each<[typed: string, text: string, offers: readonly string[]]>([
  ["hello @co", "hello @coach ", []],
  ["@a", "@ada", ["@ada", "@adam"]],
  ["@ADAM", "@adam ", []],
  ["mail ada@co", "mail ada@coach ", []],
  ["@zoe", "@zoe", []],
  ["/sta", "/status ", []],
  ["/ca", "/cancel ", []],
])("%s", (typed, text, offers) => {
  const found = completed(lineOf(typed), seats);
  expect(found && { text: textOf(found.line), offers: found.offers }).toEqual({ text, offers });
});

test("what stands behind the cursor stays", () => {
  const found = completed({ characters: [..."@co?"], cursor: 3 }, seats);
  expect(found && textOf(found.line)).toBe("@coach ?");
});

test("elsewhere there is nothing to complete", () => {
  for (const typed of ["", "hello", "a /sta"]) expect(completed(lineOf(typed), seats)).toBeUndefined();
});
