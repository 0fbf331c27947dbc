import fc from "fast-check";
import { expect, test } from "vitest";
import { globFault, globs } from "./globs.ts";

test.each(
  [
    [
      "src/**",
      "*.sql",
      "!keep.ts",
      "/top",
      "a b",
      "[a-z]x",
      "[!a]",
      "[]]",
      "\\[x",
      "doc?/",
      "\\#x",
      "[[:alpha:]]x",
    ],
  ].flat(),
)("%s is a pattern", (pattern) => {
  expect(globFault(pattern)).toBeUndefined();
});

test.each([
  ["", "names no path"],
  ["  ", "names no path"],
  ["!", "names no path"],
  ["//", "names no path"],
  ["a\nb", "one line"],
  ["a\0b", "one line"],
  ["# notes", "a comment"],
  ["a\\", "backslash"],
  ["../a", "without . and .."],
  ["./a", "without . and .."],
  ["src/[ab", "a [ without its ]"],
  ["src/[]", "a [ without its ]"],
  ["[z-a]", "goes backwards: z-a"],
  ["a".repeat(301), "at most 300 characters"],
  ["*a".repeat(9), "at most 8 stars"],
])("%j is no pattern", (pattern, fault) => {
  expect(globFault(pattern)).toContain(fault);
});

test("no pattern that passes breaks matching or makes it slow", () => {
  const part = fc.constantFrom(
    "a",
    "*",
    "**",
    "/",
    "?",
    "[",
    "]",
    "-",
    "!",
    "\\",
    "^",
    "z",
    "{",
    "(",
    "+",
    "|",
    ":",
  );
  fc.assert(
    fc.property(
      fc.string({ unit: part, maxLength: 20 }),
      fc.constantFrom("a", "a/z/aa", `${"aaaa/".repeat(20)}z`),
      (pattern, path) => {
        if (globFault(pattern) === undefined) expect(globs([pattern])(path)).toBeTypeOf("boolean");
      },
    ),
    { numRuns: 400 },
  );
});

test("what is no path inside the project matches nothing", () => {
  for (const path of ["", "/a", "../a", "."]) expect(globs(["*"])(path)).toBe(false);
});
