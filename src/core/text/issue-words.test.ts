import { expect, test } from "vitest";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";

const pieces = { size: z.enum(["small", "large"]), count: z.int().positive() };

test.each<[string, z.ZodType, unknown, string]>([
  ["missing", z.object(pieces), { size: "small" }, "is missing; it must be a number"],
  ["of another kind", z.object(pieces), { size: "small", count: "2" }, "must be a number, not a text"],
  ["a broken number", z.object(pieces), { size: "small", count: 1.5 }, "must be a whole number, not 1.5"],
  ["too small", z.object(pieces), { size: "small", count: 0 }, "must be more than 0"],
  ["below a least number", z.number().min(3), 2, "must be at least 3"],
  ["below zero", z.number().nonnegative(), -1, "must be at least 0"],
  ["above a most", z.number().max(3), 4, "must be at most 3, not 4"],
  ["another word", z.object(pieces), { size: "big", count: 1 }, 'must be "small" or "large", not "big"'],
  ["too long", z.string().max(3), "four", "has 4 characters; at most 3 fit"],
  ["too short", z.string().min(2), "a", "needs at least 2 characters"],
  ["empty", z.string().min(1), "", "must not be empty"],
  ["too many", z.array(z.string()).max(1), ["a", "b"], "has 2 entries; at most 1 fit"],
  ["too few", z.array(z.string()).min(1), [], "needs at least 1 entry"],
  [
    "an unknown field",
    z.strictObject({ a: z.string() }),
    { a: "", b: 1, c: 2 },
    "there is no field b, c here",
  ],
  [
    "no form of several",
    z.union([z.string(), z.boolean()]),
    1,
    "has none of the forms that are possible here",
  ],
  ["an id", z.string().regex(/^t\d+$/), "x", "does not have the form that is asked for: /^t\\d+$/"],
  ["an address", z.url(), "x", "does not have the form that is asked for (url)"],
  ["no multiple", z.number().multipleOf(5), 7, "must be a multiple of 5"],
  ["a name", z.record(z.enum(["a"]), z.string()), { b: "" }, "is missing; it must be a text"],
  ["a rule", z.string().refine(() => false), "x", "does not fit"],
  [
    "with words of its own",
    z.string().refine(() => false, "Say it in one word."),
    "x",
    "Say it in one word.",
  ],
  ["with words for its form", z.string().regex(/^t\d+$/, "a task id is t1"), "x", "a task id is t1"],
])("10.14: a schema error is in words, not the validator's: %s", (_, schema, input, words) => {
  const [issue] = schema.safeParse(input).error?.issues ?? [];
  expect(issue && issueWords(issue, input)).toBe(words);
});

test("10.14: what is missing below a text or below nothing is missing", () => {
  const issue: Parameters<typeof issueWords>[0] = {
    code: "invalid_type",
    expected: "string",
    path: ["a", "b"],
    message: "Invalid input",
  };
  for (const input of [{ a: null }, { a: "text" }, {}, null, undefined, "text"])
    expect(issueWords(issue, input)).toBe("is missing; it must be a text");
  expect(issueWords(issue, { a: { b: 1 } })).toBe("must be a text, not 1");
});

test.each([
  [null, "must be a text, not null"],
  [[], "must be a text, not a list"],
  [{}, "must be a text, not an object with named fields"],
  [true, "must be a text, not true or false"],
])("10.14: a text that is %j is told by its kind", (input, words) => {
  const [issue] = z.string().safeParse(input).error?.issues ?? [];
  expect(issue && issueWords(issue, input)).toBe(words);
});
