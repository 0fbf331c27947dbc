import { expect, test } from "vitest";
import { judge } from "../reports/judge.ts";
import { stillRed } from "./baseline.ts";
import type { Results } from "./session.ts";

const said = (failed: number, ...names: string[]): Results[number] => ({
  name: "tests",
  command: "npm test",
  exit: 1,
  ms: 5,
  counts: { passed: 3, failed },
  failing: names.map((test) => ({ test })),
  blob: "b",
});

test("10.38: what a landing mended makes no room for a failure that is counted and not named", () => {
  const [reference] = stillRed([said(2, "adds", "divides")], [said(1, "adds")]);
  expect(judge(said(1, "adds"), reference).ok).toBe(true);
  expect(judge(said(2, "adds"), reference)).toMatchObject({ ok: false, known: ["tests: adds"] });
});
