import { isNamed } from "../../state/baseline.ts";
import type { State } from "../../state/state.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { isDone, isOver } from "../../terms/task-machine.ts";

export const flagsTitle = "its checks may say less than before:";

/** What green checks do not show, a line each: weakened tests, checks left out, and what was red from the start. */
export function noticesOf(state: State): readonly string[] {
  return [...flagLines(state), ...baselineLines(state)];
}

/** A cancelled task weakens nothing. */
function flagLines(state: State): readonly string[] {
  return tasksInOrder(state).flatMap(({ id, flags = [], state: at }) =>
    isOver(at) && !isDone(at) ? [] : flags.map(({ text }) => `${id}: ${text}`),
  );
}

function baselineLines({ session: { baseline, policy } }: State): readonly string[] {
  if (!baseline) return [];
  const without = baseline.settled?.without ?? [];
  const red = baseline.reference.filter(({ exit, name }) => exit !== 0 && !without.includes(name));
  const tolerated = baseline.settled || policy.pace === "auto" ? red : [];
  return [
    ...tolerated.map((result) =>
      isNamed(result)
        ? `${result.name}: ${result.failing?.length === 1 ? "one test is" : `${(result.failing?.length ?? 0) + (result.moreFailing ?? 0)} tests are`} red since before this work; only new failures count`
        : `${result.name} is red since before this work and names no failing test, so it is not judged`,
    ),
    ...without.map((name) => `${name} is left out: it could not start on the base commit`),
  ];
}
