import fc from "fast-check";
import { expect, test } from "vitest";
import { entriesBetween } from "./entries-between.ts";
import type { Entry } from "./held-by-content.ts";

type Tree = Readonly<Record<string, string>>;

/** What git says of two trees, as each file is its mode and its content. */
function entries(before: Tree, after: Tree): readonly Entry[] {
  const version = (file: string | undefined) => {
    const [mode = "0", object = "none"] = file?.split(" ") ?? [];
    return { mode, object };
  };
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: version(before[path]), after: version(after[path]) }));
}

const tree = fc.dictionary(
  fc.constantFrom("a", "b", "c/d", "e"),
  fc.constantFrom("100644 x", "100644 y", "100755 x"),
);

test("what two trees have different follows from what each has else than a third", () => {
  fc.assert(
    fc.property(tree, tree, tree, (base, then, now) => {
      expect(entriesBetween(entries(base, then), entries(base, now))).toEqual(entries(then, now));
    }),
    { numRuns: 1000 },
  );
});
