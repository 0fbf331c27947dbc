import { expect, test } from "vitest";
import { baseRef, commitRef, integrationRef, landedRef, taskRef, treeRef } from "./branches.ts";

test("no held ref has the short name of a branch, which git would then find instead of the branch", () => {
  const branches = [integrationRef("s"), taskRef("s", "t1")].map((ref) => ref.slice("refs/heads/".length));
  const whats = ["task/t1", "landing", "ship"] as const;
  const held = [
    baseRef("s"),
    landedRef("s"),
    ...whats.flatMap((what) => [commitRef("s", what), treeRef("s", what)]),
  ];
  expect(held.map((ref) => ref.slice("refs/".length)).filter((name) => branches.includes(name))).toEqual([]);
});
