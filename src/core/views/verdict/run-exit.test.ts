import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { waiting, waitingCases } from "../../../../test/support/waiting.ts";
import { decide } from "../../decide/decide.ts";
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

test("where only failed tasks wait, the work failed", () => {
  const failed = waitingCases.filter(({ past }) => {
    const { state, now } = past();
    return runExit(state, { kind: "waiting", why: "one thing waits for you" }, now) === 5;
  });
  expect(failed.map(({ name }) => name)).toEqual(["task, failed"]);
});

test.each([
  ["no.result", 5],
  ["checks.failed", 5],
  ["no.reply", 3],
  ["model.missing", 3],
  ["git.locked", 3],
  ["machine.lacking", 3],
  ["branch.moved", 3],
  [undefined, 3],
] as const)(
  "a step that failed with %s ends a run with %i: only work that did not pass is 5",
  (code, exit) => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    const [step] = decide(past.state, past.now).steps;
    const key = step?.key ?? "";
    past.harness({ type: "step.failed", step: key, error: "it broke", ...(code && { code }) }, key);
    const { waits } = decide(past.state, past.now);
    expect(waits).toMatchObject([{ kind: "stuck", ...(code && { code }) }]);
    expect(runExit(past.state, { kind: "waiting", why: "one thing waits for you" }, past.now)).toBe(exit);
  },
);
