import { decide } from "../../src/core/decide/decide.ts";
import type { TeamEvent } from "../../src/core/facts/events.ts";
import { byHarness, factVersion } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { moveTask } from "../../src/core/rules/move-task.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import { defaultPolicy } from "../../src/core/terms/defaults.ts";
import type { Trigger } from "../../src/core/terms/task-machine.ts";
import type { BenchRow } from "../log.ts";
import { planOf, teamOf } from "./build.ts";

const count = 60;
const rounds = 400;
const now = "2026-01-01T00:00:00.000Z";

/** How far the tasks of a large plan have come: some landed, some at every step, most not begun. */
const ways: readonly (readonly Trigger[])[] = [
  ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
  ["dispatched", "ready", "done", "passed", "approved", "prepared"],
  ["dispatched", "ready", "done", "passed", "approved"],
  ["dispatched", "ready", "done", "passed"],
  ["dispatched", "ready", "done"],
  ["dispatched", "ready"],
  ["dispatched"],
];

export function benchDecide(): BenchRow {
  const state = aboutToBuild();
  if (decide(state, now).steps.length < 6) throw new Error("hardly anything is wanted");
  const took = Array.from({ length: rounds }, () => {
    const began = performance.now();
    decide(state, now);
    return performance.now() - began;
  }).toSorted((one, other) => one - other);
  const ms = took[Math.floor(rounds / 2)] ?? Number.NaN;
  return {
    name: `decide with ${count} tasks, p50`,
    measured: `${ms.toFixed(2)} ms`,
    baseline: "",
    held: { bar: "≤ 2 ms", isHeld: ms <= 2 },
  };
}

function aboutToBuild(): State {
  const seats = teamOf(8);
  const tasks = planOf(20, 3);
  let state = emptyState;
  const add = (event: TeamEvent) => {
    const seq = state.head + 1;
    state = fold(state, { ...byHarness(event), seq, prev: "", at: now, v: factVersion });
  };
  const author = { name: "Pia", email: "pia@example.com" };
  const policy = { ...defaultPolicy, author, phases: ["implementation" as const], parallel: 8 };
  const repo = { base: "0".repeat(40), branch: "main" };
  const about = { title: "A plan", brief: "", seats: [...seats], policy, repo };
  add({ type: "session.opened", kind: "iteration", ...about });
  add({ type: "tasks.planned", tasks: [...tasks], from: "a1" });
  for (const [index, { id }] of tasks.entries())
    add({ type: "task.assigned", task: id, seat: `e${(index % 8) + 1}`, why: "by turns" });
  add({ type: "phase.entered", phase: "implementation", visit: 1, kickoff: "Go.", charter: "c" });
  for (const [index, triggers] of ways.entries())
    for (const trigger of triggers) {
      const task = state.tasks[`t${index + 1}`];
      if (task) add(moveTask(task, trigger, trigger, carriedBy(trigger)).event);
    }
  return state;
}

/** What the moves of a task carry with them. */
function carriedBy(trigger: Trigger): Parameters<typeof moveTask>[3] {
  if (trigger === "done") return { summary: "Do it." };
  return trigger === "landed" ? { disposition: "landed" } : {};
}
