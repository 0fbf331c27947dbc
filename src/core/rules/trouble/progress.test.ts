import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import { vainJudgements } from "./progress.ts";

type Deed =
  | { readonly checks: Readonly<Record<string, number>> }
  | { readonly findings: number }
  | "commit"
  | "todo"
  | "judged"
  | "person"
  | "afresh";

function building(): Past {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  return past;
}

function does(past: Past, deed: Deed): void {
  if (deed === "commit") {
    past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} });
    const effect = `e${past.state.head}`;
    past.harness({ type: "effect.settled", effect, failed: false, text: "committed", commit: "c9" });
    return;
  }
  if (deed === "todo") return;
  if (deed === "judged") {
    past.moves("t1", "limit", "no result", { origin: "CODING" });
    past.add("architect", given({ subject: "budget", verdict: "changes" }));
    past.moves("t1", "redirected");
    return;
  }
  if (deed === "person") {
    past.moves("t1", "limit", "no result", { origin: "CODING" });
    const task = past.state.tasks.t1;
    if (!task) throw new Error("no task");
    past.human({ ...moved, from: task.state, to: "CODING", trigger: "granted" });
    return;
  }
  if (deed === "afresh") {
    for (const trigger of ["requeued", "dispatched", "ready"] as const)
      past.moves("t1", trigger, trigger, trigger === "requeued" ? { attempt: 2, learned: "no" } : {});
    return;
  }
  if ("findings" in deed) {
    const findings = Array.from({ length: deed.findings }, (_, at) => ({ id: `1.${at + 1}`, text: "x" }));
    past.add(
      "architect",
      given(deed.findings === 0 ? { verdict: "approved" } : { verdict: "changes", findings }),
    );
    return;
  }
  const results = Object.entries(deed.checks).map(([name, exit]) => ({
    name,
    command: name,
    exit,
    ms: 1,
    blob: "b",
  }));
  const passed = results.every(({ exit }) => exit === 0);
  past.harness({
    type: "checks.finished",
    task: "t1",
    commit: "c",
    why: "testing",
    passed,
    results,
    sandboxed: false,
  });
}

const moved = { type: "task.moved", task: "t1", attempt: 1, why: "more" } as const;

function given(more: Partial<EventOf<"review.given">>): EventOf<"review.given"> {
  return {
    type: "review.given",
    task: "t1",
    seat: "architect",
    commit: "c",
    verdict: "changes",
    feedback: "no",
    ...more,
  };
}

const red = { checks: { unit: 1, lint: 1 } };
const half = { checks: { unit: 0, lint: 1 } };
const green = { checks: { unit: 0, lint: 0 } };

describe("how many decisions of the architect came to nothing", () => {
  test.each<[deeds: readonly Deed[], vain: number]>([
    [[], 0],
    [["judged"], 1],
    [["judged", "judged"], 2],
    // A commit or a todo alone is no progress.
    [["judged", "commit", "todo"], 1],
    [["judged", red], 1],
    [["judged", half], 0],
    [[half, "judged", half], 1],
    [[half, "judged", green], 0],
    // What was green once is not green for the first time, however often it turns red.
    [[green, red, "judged", green], 1],
    [[half, "judged", red, half, "judged", red, half], 2],
    [["judged", { findings: 3 }], 1],
    [[{ findings: 3 }, "judged", { findings: 3 }], 1],
    [[{ findings: 3 }, "judged", { findings: 2 }], 0],
    [[{ findings: 2 }, { findings: 3 }, "judged", { findings: 2 }], 1],
    [[{ findings: 2 }, "judged", { findings: 0 }], 0],
    [["judged", { findings: 0 }], 0],
    [[{ findings: 0 }, "judged", { findings: 0 }], 1],
    [["judged", "judged", "person"], 0],
    [["judged", "person", "judged"], 1],
    [["judged", "judged", "afresh"], 0],
    // Afresh, everything is reached for the first time again.
    [[green, "afresh", "judged", green], 0],
  ])("%j: %i", (deeds, vain) => {
    const past = building();
    for (const deed of deeds) does(past, deed);
    const task = past.state.tasks.t1;
    expect(task && vainJudgements(task)).toBe(vain);
  });
});
