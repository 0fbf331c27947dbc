import { expect, test } from "vitest";
import { waiting, waitingCases } from "../../../../test/support/waiting.ts";
import { runExit } from "./run-exit.ts";

test.each([
  ["finished", 0],
  ["reached", 0],
  ["fenced", 0],
  ["waiting", 3],
  ["over-budget", 4],
  ["failed", 5],
  ["stopped", 130],
] as const)("a run that ended %s exits with %i", (kind, code) => {
  const { state, now } = waiting.accept();
  expect(runExit(state, { kind, why: "" }, now)).toBe(code);
});

test("where only failed steps and tasks wait, the work failed", () => {
  const failed = waitingCases.filter(({ past }) => {
    const { state, now } = past();
    return runExit(state, { kind: "waiting", why: "one thing waits for you" }, now) === 5;
  });
  expect(failed.map(({ name }) => name)).toEqual(["stuck", "task, failed"]);
});
