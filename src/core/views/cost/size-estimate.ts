import { dollars } from "../../rules/budget.ts";
import { talksOf } from "../../terms/meeting/meeting.ts";
import { type Meeting, meetings } from "../../terms/phase.ts";
import type { Effort, History } from "./history.ts";
import { type Range, rangeOf, rough, spread, sumOfRanges, times } from "./range.ts";

interface Expected {
  readonly requests: Range;
  readonly tokens: Range;
  /** Left out if the cost of earlier tasks or talks is unknown. */
  readonly micros?: Range;
  /** The number of earlier talks that it comes from; none without a meeting. */
  readonly talks: number;
}

/** What the work may take with each size of meeting, from the first request to the end. */
export interface SizeEstimate {
  /** The number of tasks that are expected with a meeting. Without one, all of it is one task. */
  readonly tasks: number;
  /** From earlier sessions in this repository. A size without an example is left out. */
  readonly sizes: Readonly<Partial<Record<Meeting, Expected>>>;
  /** The number of tasks it is from. Left out if none has landed. */
  readonly basis?: { readonly tasks: number };
}

export function sizeEstimateOf(tasks: number, histories: readonly History[]): SizeEstimate {
  const done = histories.flatMap((history) => history.tasks);
  if (done.length === 0) return { tasks, sizes: {} };
  const sizes = meetings.flatMap((meeting) => {
    const talks = talksOf(meeting).map((phase) =>
      histories.flatMap((history) => history.phases[phase] ?? []),
    );
    // A talk that broke off, or a phase without an example, would make it look cheaper than it is.
    if (talks.some((efforts) => efforts.length === 0)) return [];
    return [[meeting, expected(done, talks.length === 0 ? 1 : tasks, talks)] as const];
  });
  return { tasks, sizes: Object.fromEntries(sizes), basis: { tasks: done.length } };
}

function expected(done: readonly Effort[], tasks: number, talks: readonly (readonly Effort[])[]): Expected {
  const isPriced = [done, ...talks].every((efforts) => efforts.some(({ micros }) => micros !== undefined));
  const range = (of: (effort: Effort) => number | undefined) =>
    sumOfRanges([times(rangeOf(done, of), tasks), ...talks.map((efforts) => rangeOf(efforts, of))]);
  return {
    requests: range(({ requests }) => requests),
    tokens: range(({ tokens }) => tokens),
    ...(isPriced && { micros: range(({ micros }) => micros) }),
    talks: talks.length === 0 ? 0 : Math.min(...talks.map(({ length }) => length)),
  };
}

/** A line for each size of meeting, and what the estimates are from. */
export function sizeEstimateLines(estimate: SizeEstimate): readonly string[] {
  const { basis } = estimate;
  const lines = meetings.map((meeting) => sizeEstimateLine(meeting, estimate));
  return basis ? [...lines, `From ${basisWords(estimate, basis.tasks)} in this repository.`] : lines;
}

/** What one size may take. Without an example here, what was measured elsewhere. */
export function sizeEstimateLine(meeting: Meeting, { tasks, sizes }: SizeEstimate): string {
  const known = sizes[meeting];
  const all = tasks === 1 ? "one task" : `${tasks} tasks`;
  if (known)
    return `${meeting}: ${meeting === "none" ? "one task without a talk" : `the talk and ${all}`}: ${words(known)}.`;
  if (meeting === "none") return "none: no estimate, because no task has landed in this repository yet.";
  const { requests, kilobytes } = measured[meeting];
  const wholly = `no estimate, because no ${meeting} meeting in this repository has been finished with a task that landed.`;
  return `${meeting}: ${wholly} In two other projects the talk took ${between(requests)} requests and sent ${between(kilobytes)} kB.`;
}

/** The least and the most until the plan was accepted, in docs/why.md. */
const measured: Readonly<Record<Exclude<Meeting, "none">, MeasuredTalk>> = {
  short: { requests: [8, 11], kilobytes: [98, 145] },
  full: { requests: [27, 27], kilobytes: [334, 377] },
};

interface MeasuredTalk {
  readonly requests: readonly [number, number];
  readonly kilobytes: readonly [number, number];
}

function between([least, most]: readonly [number, number]): string {
  return least === most ? String(most) : `${least} to ${most}`;
}

function basisWords({ sizes }: SizeEstimate, tasks: number): string {
  const talks = meetings.flatMap((meeting) => {
    const number = sizes[meeting]?.talks ?? 0;
    return number === 0 ? [] : [counted(number, `${meeting} meeting`)];
  });
  return [counted(tasks, "task"), ...talks].join(", ");
}

function words({ requests, tokens, micros }: Expected): string {
  const money = micros ? spread(micros, dollars) : "cost unknown, because no price is known";
  return [money, `requests ${spread(requests, rough)}`, `tokens ${spread(tokens, rough)}`].join("; ");
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
