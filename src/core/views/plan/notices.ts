import { isNamed, referenceOf } from "../../state/baseline.ts";
import type { Results } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { isDone, isOver } from "../../terms/task-machine.ts";

export const flagsTitle = "green checks do not show this:";

/** What green checks do not show, a line each: weakened tests, checks left out, and what was red from the start. */
export function noticesOf(state: State): readonly string[] {
  return [...flagLines(state), ...baselineLines(state)];
}

/**
 * Of what has landed, only what is left of it since the base commit: a later task may have put back what an earlier one
 * took away. A cancelled task weakens nothing.
 */
function flagLines(state: State): readonly string[] {
  const { sinceBase } = state.session;
  const ofTasks = tasksInOrder(state).flatMap(({ id, flags = [], state: at }) => {
    const isTold = isDone(at) ? sinceBase === undefined : !isOver(at);
    return isTold ? flags.map(({ text }) => `${id}: ${text}`) : [];
  });
  return [...(sinceBase ?? []).map(({ text }) => text), ...ofTasks];
}

function baselineLines(state: State): readonly string[] {
  const { baseline, policy } = state.session;
  if (!baseline) return [];
  const without = baseline.settled?.without ?? [];
  const red = referenceOf(state).filter(({ exit, name }) => exit !== 0 && !without.includes(name));
  const tolerated = baseline.settled || policy.pace === "auto" ? red : [];
  return [
    ...tolerated.map(redLine),
    ...without.map((name) => `${name} is left out: it could not start on the base commit`),
  ];
}

function redLine(result: Results[number]): string {
  const { name, failing = [], moreFailing = 0 } = result;
  if (!isNamed(result))
    return `${name} is red since before this work and names no failing test, so it is not judged`;
  const all = failing.length + moreFailing;
  return `${name}: ${all === 1 ? "one test is" : `${all} tests are`} red since before this work; only new failures count`;
}
