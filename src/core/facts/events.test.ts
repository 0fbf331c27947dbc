import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { teamEventSchema } from "./events.ts";

const fits = (event: object) => teamEventSchema.safeParse(event).success;

test("a decision has its whole shape, recorded or amended", () => {
  const whole = { topic: "t", decision: "d", reason: "r", proposed: "ada", agreed: [], dissents: [] };
  const recorded = { type: "decision.recorded", ...whole };
  const amended = { type: "decision.amended", ...whole, amends: "d1" };
  for (const event of [recorded, amended]) {
    expect(fits(event)).toBe(true);
    for (const field of Object.keys(whole))
      expect([field, fits({ ...event, [field]: undefined })]).toEqual([field, false]);
  }
  expect(fits({ ...amended, amends: undefined })).toBe(false);
});

test("checks tell how they compare with those on the base commit", () => {
  const checked = {
    type: "checks.finished",
    commit: "c",
    why: "testing",
    passed: true,
    results: [],
    sandboxed: false,
  };
  expect(fits({ ...checked, reference: 3, known: ["unit: a"], new: [], flags: [], sinceBase: [] })).toBe(
    true,
  );
  for (const field of ["reference", "known", "new", "flags", "sinceBase"])
    expect([field, fits({ ...checked, [field]: "all" })]).toEqual([field, false]);
});

test("what a past tells is a log that could be written", () => {
  for (const { event } of Past.opened().reaches("code-review").facts)
    expect([event, fits(event)]).toEqual([event, true]);
});
