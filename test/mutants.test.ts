import { expect, test } from "vitest";
import { mutantsOf } from "../scripts/mutants.mjs";

/** Each mutant as its kind, its line and the whole text after the change. */
function changes(text: string): readonly string[] {
  return mutantsOf("a.ts", text).map(
    ({ kind, line, start, end, is }) => `${kind} ${line}: ${text.slice(0, start)}${is}${text.slice(end)}`,
  );
}

test("10.41: an early way out is a guard, and everything else a change", () => {
  expect(changes("if (a) return b;")).toEqual(["guard 1: if (false) return b;"]);
  expect(changes("if (a) {\n  throw b;\n}")).toEqual(["guard 1: if (false) {\n  throw b;\n}"]);
  expect(changes("if (a) b = c; else d = e;")).toEqual([
    "change 1: if (!(a)) b = c; else d = e;",
    "change 1: if (a) ; else d = e;",
    "change 1: if (a) b = c; else ;",
  ]);
});

test("10.41: operators, numbers, calls and spreads change; texts, types and imports do not", () => {
  expect(changes("const x = a < 2 && b;")).toEqual([
    "change 1: const x = a < 2 || b;",
    "change 1: const x = a <= 2 && b;",
    "change 1: const x = a < (2 + 1) && b;",
  ]);
  expect(changes("const x = { ...y, z: all.filter(even) };")).toEqual([
    "change 1: const x = { ...{}, z: all.filter(even) };",
    "change 1: const x = { ...y, z: all };",
  ]);
  expect(changes('import { a } from "b";\ntype C = 1 | true;\nconst d = "e" + f;')).toEqual([]);
});
