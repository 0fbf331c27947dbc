import { dollars } from "../../rules/budget.ts";
import type { Phase } from "../../terms/phase.ts";
import type { Effort, History } from "./history.ts";
import { type Range, rangeOf, rough, spread, sumOfRanges, times } from "./range.ts";

interface Expected {
  readonly requests: Range;
  readonly tokens: Range;
  /** Left out if the cost of earlier tasks is unknown. */
  readonly micros?: Range;
}

/** What small work may take in both ways: built right away, or discussed first. */
export interface SizeEstimate {
  /** The number of tasks that the coach expects. */
  readonly tasks: number;
  /** What one task took in earlier sessions in this repository. Left out if none has landed. */
  readonly asOneTask?: Expected;
  /** The discussion phases, and this many tasks. Left out if there is no example of such a talk. */
  readonly withTalk?: Expected;
  readonly basis?: { readonly tasks: number; readonly talks: number };
}

const talk: readonly Phase[] = ["refinement", "planning", "pre-code-review", "code-review"];

export function sizeEstimateOf(tasks: number, histories: readonly History[]): SizeEstimate {
  const done = histories.flatMap((history) => history.tasks);
  if (done.length === 0) return { tasks };
  const talks = talk.map((phase) => histories.flatMap((history) => history.phases[phase] ?? []));
  // A talk that broke off, or a phase without an example, would make it look cheaper than it is.
  const isWhole = talks.every((efforts) => efforts.length > 0);
  return {
    tasks,
    asOneTask: expected(done, 1, []),
    ...(isWhole && { withTalk: expected(done, tasks, talks) }),
    basis: { tasks: done.length, talks: isWhole ? Math.min(...talks.map(({ length }) => length)) : 0 },
  };
}

function expected(done: readonly Effort[], tasks: number, talks: readonly (readonly Effort[])[]): Expected {
  const isPriced = done.some(({ micros }) => micros !== undefined);
  const range = (of: (effort: Effort) => number | undefined) =>
    sumOfRanges([times(rangeOf(done, of), tasks), ...talks.map((efforts) => rangeOf(efforts, of))]);
  return {
    requests: range(({ requests }) => requests),
    tokens: range(({ tokens }) => tokens),
    ...(isPriced && { micros: range(({ micros }) => micros) }),
  };
}

/** Both estimates for people, with their basis. */
export function sizeEstimateLines({ tasks, asOneTask, withTalk, basis }: SizeEstimate): readonly string[] {
  if (!asOneTask || !basis)
    return ["No estimate for either way: no earlier session in this repository has landed a task."];
  const all = tasks === 1 ? "one task" : `${tasks} tasks`;
  return [
    `Built right away, as one task: ${words(asOneTask)}.`,
    withTalk
      ? `Discussed first, then ${all}: ${words(withTalk)}.`
      : `Discussed first, then ${all}: no estimate, because no talk in this repository has gone through all its phases.`,
    `Based on ${counted(basis.tasks, "task")}${withTalk ? ` and ${counted(basis.talks, "talk")}` : ""} in this repository.`,
  ];
}

function words({ requests, tokens, micros }: Expected): string {
  const money = micros ? spread(micros, dollars) : "cost unknown, because no price is known";
  return [money, `requests ${spread(requests, rough)}`, `tokens ${spread(tokens, rough)}`].join("; ");
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
