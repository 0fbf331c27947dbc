import { expect, test } from "vitest";
import { fewerTests } from "./fewer-tests.ts";
import type { CheckSaid } from "./judge.ts";

const ran = (passed: number | undefined, failed = 0, name = "tests"): CheckSaid => ({
  name,
  command: "npm test",
  exit: 0,
  ...(passed !== undefined && { counts: { passed, failed } }),
});

test.each<[name: string, now: CheckSaid, before: CheckSaid | undefined, told: string | undefined]>([
  ["as many", ran(15), ran(15), undefined],
  ["more", ran(16), ran(15), undefined],
  ["as many, some of them red before", ran(14), ran(10, 4), undefined],
  ["fewer", ran(12), ran(15), "note tests ran 15 tests before this change; now 12 ran"],
  ["as many, some of them red now", ran(10, 5), ran(15), undefined],
  ["half", ran(5), ran(10), "note tests ran 10 tests before this change; now 5 ran"],
  ["less than half", ran(4), ran(10), "person tests ran 10 tests before this change; now 4 ran"],
  ["none before", ran(undefined), ran(0), undefined],
  ["far fewer", ran(2), ran(15), "person tests ran 15 tests before this change; now 2 ran"],
  ["none", ran(0), ran(15), "person tests ran 15 tests before this change; now 0 ran"],
  ["no count", ran(undefined), ran(15), "person tests ran 15 tests before this change; now it counts none"],
  [
    "one less than one",
    ran(undefined),
    ran(1),
    "person tests ran 1 test before this change; now it counts none",
  ],
  ["nothing to compare with", ran(1), undefined, undefined],
  ["nothing was counted before", ran(1), ran(undefined), undefined],
  ["another check", ran(1), ran(15, 0, "other"), undefined],
])("10.18: the number of tests that ran: %s", (_, now, before, told) => {
  const found = fewerTests([now], before ? [before] : []).map(({ tier, text }) => `${tier} ${text}`);
  expect(found).toEqual(told === undefined ? [] : [told]);
});

test("10.18: each check is compared with itself, and told by its name", () => {
  const found = fewerTests(
    [ran(1, 0, "a"), ran(5, 0, "b"), ran(1, 0, "c")],
    [ran(5, 0, "c"), ran(5, 0, "b"), ran(2, 0, "a")],
  );
  expect(found.map(({ kind, path, tier }) => `${kind} ${path} ${tier}`)).toEqual([
    "fewer-tests a note",
    "fewer-tests c person",
  ]);
});
