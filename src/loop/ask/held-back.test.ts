import { expect, test } from "vitest";
import { emptyState, type State } from "../../core/state/state.ts";
import type { Loop, Paused } from "../../core/state/thread.ts";
import { heldAlike, heldBy } from "./held-back.ts";

const now = "2026-01-01T12:00:00.000Z";
const later = "2026-01-01T12:00:00.001Z";
type Wait = Extract<Paused, { on: "provider" }>;

const wait = (scope: string, until?: string, why = "busy"): Wait => ({
  on: "provider",
  seq: 1,
  at: now,
  model: "house/small",
  scope,
  failure: "rate",
  why,
  ...(until !== undefined && { until }),
});
// Only these fields are read.
const loop = (id: string, more: Partial<Loop> = {}) => ({ id, ...more }) as Loop;
const stateWith = (...loops: readonly Loop[]) =>
  ({ ...emptyState, threads: loops.map((one) => ({ loops: [one] })) }) as unknown as State;

const held = (paused: Paused | undefined, own: Partial<Loop> = {}) =>
  heldBy(stateWith(loop("l2", paused && { paused })), loop("l1", own), "house/large", now);

test.each<[what: string, paused: Paused | undefined, isHeld: boolean]>([
  ["nobody waits", undefined, false],
  ["the model is waited for", wait("house/large", later), true],
  ["its provider is waited for", wait("house", later), true],
  ["a wait without a time", wait("house"), true],
  ["a wait that is just over", wait("house", now), false],
  ["another model is waited for", wait("house/small", later), false],
  ["another provider is waited for", wait("elsewhere", later), false],
  ["somebody waits for a person", { on: "window", why: "" } as Paused, false],
])("%s", (_, paused, isHeld) => {
  expect(held(paused)).toEqual(isHeld ? paused : undefined);
  expect(held(paused, { isHurried: true })).toBeUndefined();
});

test("a loop is not held by its own wait, and of several waits the first counts", () => {
  const own = loop("l1", { paused: wait("house") });
  expect(heldBy(stateWith(own), own, "house/large", now)).toBeUndefined();
  const first = wait("house", later, "first");
  const both = stateWith(
    loop("l2", { paused: first }),
    loop("l3", { paused: wait("house", later, "second") }),
  );
  expect(heldBy(both, own, "house/large", now)).toEqual(first);
});

test("it is told as the same wait, with its time if it has one", () => {
  const told = (paused: Wait) => heldAlike(loop("l1"), "house/large", paused).event;
  const all = { type: "loop.paused", on: "provider", loop: "l1", scope: "house", model: "house/large" };
  expect(told(wait("house", later))).toEqual({ ...all, failure: "rate", why: "busy", until: later });
  expect(told(wait("house"))).toEqual({ ...all, failure: "rate", why: "busy" });
});
