import { expect, test } from "vitest";
import { policy, seat } from "../../../test/support/plans.ts";
import { filesSchema, policySchema, seatModelSchema, seatSchema } from "./policy-schema.ts";

const fits = (patch: object) => policySchema.safeParse({ ...policy, ...patch }).success;

test("a policy has at least one phase, and counts from one", () => {
  expect([fits({}), fits({ phases: ["planning"] }), fits({ phases: [] })]).toEqual([true, true, false]);
  const asks = { turn: 1, artifact: 1, coding: 1, review: 1 };
  for (const patch of [
    { turns: 0 },
    { turnsIn: { planning: 0 } },
    { asks: { ...asks, coding: 0 } },
    { output: { ...asks, turn: 0 } },
    { checks: { quick: [], full: [], timeoutMs: 0 } },
    { rounds: { same: 0, any: 1 } },
    { rounds: { same: 1, any: 0 } },
    { rounds: { same: 1, any: 1, cut: 0 } },
    { windows: { m: 0 } },
    { budget: { session: { micros: -1 } } },
    { budget: { task: { tokens: -1 } } },
  ])
    expect([patch, fits(patch)]).toEqual([patch, false]);
  expect(fits({ budget: { session: { micros: 0, tokens: 0 } }, windows: { m: 1 }, output: asks })).toBe(true);
});

test("a member has a short name and a short style", () => {
  const isSeat = (patch: object) => seatSchema.safeParse({ ...seat("ada"), ...patch }).success;
  expect(["a", "a-1", "a".repeat(24)].map((id) => isSeat({ id }))).toEqual([true, true, true]);
  expect(["", "A", "1a", "a_b", "a".repeat(25)].map((id) => isSeat({ id }))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect([isSeat({ style: "x".repeat(400) }), isSeat({ style: "x".repeat(401) })]).toEqual([true, false]);
});

test("of the files a session keeps the models of its members, checks, turns, replies and budget", () => {
  const { checks, turns } = policy;
  const model = { model: "acme/one", textOnly: true, rendering: "perspective" };
  const files = {
    purpose: "do",
    models: { ada: model },
    checks,
    turns,
    turnsIn: { planning: 2 },
    output: { turn: 1, artifact: 1, coding: 1, review: 1 },
    budget: { session: { micros: 5 } },
  };
  expect(filesSchema.parse({ ...files, pace: "auto" })).toEqual(files);
  expect(seatModelSchema.parse({ ...seat("ada"), ...model })).toEqual(model);
});
