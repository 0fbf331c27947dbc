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

test.each([
  ["agreed", { type: "step.retried", step: "s" }],
  ["now", { type: "message.posted", text: "Hi." }],
  ["unspent", { type: "model.failed", asked: 1, loop: "l1", ask: 1, failure: "refused", text: "No." }],
  [
    "unread",
    { type: "review.given", task: "t1", seat: "bo", commit: "c", verdict: "approved", feedback: "" },
  ],
])("%s is said by a fact, or left out", (field, event) => {
  expect([undefined, true, false].map((said) => fits({ ...event, [field]: said }))).toEqual([
    true,
    true,
    false,
  ]);
});

test("a check names up to 200 failing tests", () => {
  const named = (count: number) => {
    const failing = Array.from({ length: count }, (_, at) => ({ test: `test ${at}` }));
    const results = [{ name: "tests", command: "test", exit: 1, ms: 1, blob: "b", failing }];
    return fits({
      type: "checks.finished",
      commit: "c",
      why: "testing",
      passed: false,
      results,
      sandboxed: true,
    });
  };
  expect([named(0), named(200), named(201)]).toEqual([true, true, false]);
});
