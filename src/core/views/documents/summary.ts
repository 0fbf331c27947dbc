import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { isDone } from "../../terms/task-machine.ts";

export interface RequirementSummary {
  readonly id: string;
  readonly text: string;
  readonly accepted: readonly string[];
  readonly tasks: readonly {
    readonly id: string;
    readonly title: string;
    readonly commit: string | undefined;
    readonly tests: number | undefined;
  }[];
  /** Met: at least one task covers it, and all that do have landed with green checks. */
  readonly met: boolean;
}

/** Requirement by requirement: which tasks meet it, where they landed, and which checks said so. */
export function summaryOf(state: State, facts: Iterable<Fact>): readonly RequirementSummary[] {
  const scope = state.accepted.scope?.body;
  const tests = testsByChecks(facts);
  const tasks = tasksInOrder(state);
  return (scope?.requirements ?? []).map((requirement) => {
    const covering = tasks.filter((task) => task.plan.requirements.includes(requirement.id));
    return {
      id: requirement.id,
      text: requirement.text,
      accepted: requirement.accepted,
      tasks: covering.map((task) => ({
        id: task.id,
        title: task.plan.title,
        commit: task.landed?.commit,
        tests: task.landed && tests.get(task.landed.checks),
      })),
      met: covering.length > 0 && covering.every((task) => isDone(task.state)),
    };
  });
}

function testsByChecks(facts: Iterable<Fact>): ReadonlyMap<number, number> {
  const tests = new Map<number, number>();
  for (const { seq, event } of facts) {
    if (event.type !== "checks.finished") continue;
    const counted = event.results.filter((result) => result.counts);
    if (counted.length > 0)
      tests.set(
        seq,
        counted.reduce((sum, result) => sum + (result.counts?.passed ?? 0), 0),
      );
  }
  return tests;
}
