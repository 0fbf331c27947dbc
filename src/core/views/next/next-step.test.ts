import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { closed, reviewed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import { nextStep } from "./next-step.ts";

const next = ({ state, now }: Past) => nextStep(state, now);

describe("when nothing is left to do", () => {
  const cancelled = (past: Past) => {
    past.moves("t1", "cancelled");
    return past;
  };
  const why = "every task is cancelled, so nothing will land";

  test("a plan of which every task is cancelled goes back to planning", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    expect(next(cancelled(past))).toEqual({ command: "huddle back planning", why });
  });

  test("small work has no plan to go back to", () => {
    const past = Past.opened({ policy: { phases: ["implementation"] } });
    past.harness({ type: "tasks.planned", tasks: [planned("t1")], from: "a1" });
    past.harness({ type: "task.assigned", task: "t1", seat: "ada", why: "turn" });
    past.enters("implementation");
    expect(next(cancelled(past))).toEqual({ command: 'huddle new "…"', why });
  });

  test("a session that was never opened is looked at", () => {
    expect(next(new Past())).toEqual({ command: "huddle status", why: "the session has not been opened" });
  });

  test("one that is over says why", () => {
    expect(next(closed())).toEqual({ command: 'huddle new "…"', why: "this one is over: shipped" });
  });
});

describe("what the team does comes before what waits for you", () => {
  test("while there is something to do", () => {
    const past = Past.opened();
    expect(next(past)).toEqual({ command: "huddle run", why: "the team has something to do" });
  });

  test("also when it only waits for a time that is near", () => {
    const past = Past.opened();
    past.fails("enter/refinement.1", 10_000);
    expect(next(past)).toEqual({ command: "huddle run", why: "the team has something to do" });
  });

  test("but not when that time is far away: then you can end the wait", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const told = { scope: "acme", model: "acme/m", failure: "rate", why: "Slow down." } as const;
    const until = "2026-02-01T10:00:00.000Z";
    const { seq } = past.harness({ type: "loop.paused", loop, on: "provider", ...told, until });
    expect(next(past).command).toBe(`huddle reply u${seq} now`);
  });
});

test("what is reviewed is shipped", () => {
  expect(next(reviewed())).toEqual({
    command: "huddle ship",
    why: "the work is reviewed and can be shipped",
  });
});
