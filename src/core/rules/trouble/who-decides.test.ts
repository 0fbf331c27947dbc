import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, seat, team, withoutArchitect } from "../../../../test/support/plans.ts";
import type { OutcomeKind } from "../../facts/loop-schema.ts";
import type { Seat } from "../../terms/policy.ts";
import type { Trigger } from "../../terms/task-machine.ts";
import { deciderOf, isUnderWay } from "./who-decides.ts";

interface Told {
  readonly seats?: readonly Seat[];
  /** Whose review asked for changes, before the task stopped by rounds. */
  readonly reviewer?: string;
  readonly by?: "rounds" | "requests" | "verdict";
  /** Decisions that came to nothing before. */
  readonly vain?: number;
  /** How the architect's own conversation about it ended. */
  readonly closed?: OutcomeKind;
}

function stopped({ seats = team, reviewer, by = "requests", vain = 0, closed }: Told): Past {
  const past = Past.opened({ seats }).reaches("implementation", [planned("t1")]);
  const go = (...triggers: readonly Trigger[]) => {
    for (const trigger of triggers) past.moves("t1", trigger);
  };
  go("dispatched", "ready");
  for (let n = 0; n < vain; n += 1) {
    past.moves("t1", "limit", "no result", { origin: "CODING" });
    given(past, "architect", "budget");
    go("redirected");
  }
  if (by === "requests") past.moves("t1", "limit", "no result", { origin: "CODING" });
  else go("done", "passed");
  if (by === "verdict") past.moves("t1", "limit", "no verdict", { origin: "CODE_REVIEW" });
  if (by === "rounds") {
    if (reviewer !== undefined) given(past, reviewer, "code");
    const returned = reviewer === undefined ? ("lost" as const) : ("changes" as const);
    past.moves("t1", "limit", "again", { origin: "CODING", returned });
  }
  if (closed !== undefined) judges(past, closed);
  return past;
}

function given(past: Past, who: string, subject: "budget" | "code"): void {
  const review = { task: "t1", seat: who, commit: "c", verdict: "changes" as const, feedback: "no", subject };
  past.add(who, { type: "review.given", ...review });
}

function judges(past: Past, outcome: OutcomeKind): void {
  const thread = {
    name: "budget/t1.1/1",
    seat: "architect",
    purpose: "budget" as const,
    task: "t1",
    charter: "c",
  };
  past.harness({ type: "thread.opened", ...thread });
  const loop = past.loopOpens("budget/t1.1/1", "budget_decision");
  past.harness({ type: "loop.closed", loop, outcome });
}

const textOnly = team.map((one) => (one.role === "architect" ? { ...one, textOnly: true } : one));
const peers = [...withoutArchitect, seat("cy")];

test.each<[Told, "architect" | "person" | "harness"]>([
  [{}, "architect"],
  [{ by: "rounds" }, "architect"],
  [{ by: "rounds", reviewer: "bo" }, "architect"],
  [{ seats: withoutArchitect }, "person"],
  [{ seats: textOnly }, "person"],
  // The architect does not judge its own review.
  [{ by: "rounds", reviewer: "architect" }, "person"],
  [{ by: "verdict" }, "person"],
  [{ by: "verdict", seats: peers }, "person"],
  // Decided in vain.
  [{ vain: 1 }, "architect"],
  [{ vain: 1, by: "rounds", reviewer: "bo" }, "person"],
  [{ vain: 2 }, "harness"],
  [{ vain: 2, by: "rounds", reviewer: "bo" }, "harness"],
  [{ vain: 2, by: "rounds", reviewer: "architect" }, "person"],
  // The architect was asked and came to no decision.
  [{ closed: "no-tool-twice" }, "person"],
  [{ closed: "max-iterations" }, "person"],
  [{ closed: "invalid-result" }, "person"],
  [{ closed: "model-error" }, "architect"],
  [{ closed: "stopped" }, "architect"],
])("%j: %s", (told, who) => {
  const { state } = stopped(told);
  const task = state.tasks.t1;
  expect(task && deciderOf(state, task)?.kind).toBe(who);
  expect(task && isUnderWay(state, task)).toBe(who !== "person");
});

test("nobody decides about a task that is under way", () => {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.moves("t1", "dispatched");
  const { state } = past;
  expect(state.tasks.t1 && deciderOf(state, state.tasks.t1)).toBeUndefined();
  expect(state.tasks.t1 && isUnderWay(state, state.tasks.t1)).toBe(true);
});

test("each time the architect decides, it is another conversation", () => {
  const threads = [0, 1].map((vain) => {
    const { state } = stopped({ vain });
    const decider = state.tasks.t1 && deciderOf(state, state.tasks.t1);
    return decider?.kind === "architect" ? decider.thread : "";
  });
  expect(threads).toEqual(["budget/t1.1/1", "budget/t1.1/2"]);
});
