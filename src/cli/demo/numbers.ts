import type { Fact } from "../../core/facts/fact.ts";
import { isDone } from "../../core/terms/task-machine.ts";

/** A session in a few numbers, all counted in its events. */
export interface Numbers {
  readonly requests: number;
  readonly decisions: number;
  /** Landed, or done already. */
  readonly tasks: number;
  /** Tests that passed when the last task landed. */
  readonly tests: number;
  readonly commits: number;
  /** Time at work: pauses between runs do not count. */
  readonly seconds: number;
}

export function numbersOf(facts: Iterable<Fact>): Numbers {
  let requests = 0;
  let decisions = 0;
  let tasks = 0;
  let tests = 0;
  let workedMs = 0;
  let before: Fact | undefined;
  const commits = new Set<string>();
  for (const fact of facts) {
    const { event } = fact;
    if (event.type === "model.asked") requests++;
    if (event.type === "decision.recorded") decisions++;
    if (event.type === "task.moved" && isDone(event.to)) tasks++;
    if (event.type === "effect.settled" && event.commit !== undefined) commits.add(event.commit);
    if (event.type === "checks.finished" && (event.why === "landing" || event.why === "ship") && event.passed)
      tests = event.results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
    if (before && event.type !== "runner.started") workedMs += Date.parse(fact.at) - Date.parse(before.at);
    before = fact;
  }
  return { requests, decisions, tasks, tests, commits: commits.size, seconds: Math.round(workedMs / 1000) };
}
