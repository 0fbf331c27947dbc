import { type Gap, gapsOf } from "./gaps.ts";
import type { Trace, TracedChecks, TracedTask } from "./trace.ts";

/** A trace, or the part of it that one thing belongs to, with the gaps in it. */
export interface Focused extends Trace {
  readonly gaps: readonly Gap[];
}

/**
 * The part of a trace that one requirement, criterion, decision, task, commit or test belongs to, in both directions. A
 * commit is named by its id or the beginning of it; anything else is looked for in the names of checks and tests.
 * Undefined: nothing is called that.
 */
export function focusTrace(whole: Trace, named?: string): Focused | undefined {
  const { trace, what } = onCriterion(whole, named);
  const gaps = gapsOf(trace);
  if (what === undefined) return { ...trace, gaps };
  const tasks = trace.tasks.filter((task) => isAbout(trace, task, what));
  const [requirement] = trace.requirements.filter(({ id }) => id === what);
  const [decision] = trace.decisions.filter(({ id }) => id === what);
  if (tasks.length === 0 && !requirement && !decision) return undefined;
  const ids = new Set(tasks.map(({ id }) => id));
  const touched = <T extends { readonly tasks: readonly string[] }>(all: readonly T[]) =>
    all.filter((one) => one.tasks.some((task) => ids.has(task)));
  const focused = {
    tasks,
    requirements: requirement ? [requirement] : touched(trace.requirements),
    decisions: decision ? [decision] : touched(trace.decisions),
  };
  const shown = new Set(
    [...focused.tasks, ...focused.requirements, ...focused.decisions].map(({ id }) => id),
  );
  return { ...focused, gaps: gaps.filter(({ id }) => shown.has(id)) };
}

/** A criterion is looked at as its requirement, without the others of it. */
function onCriterion(
  trace: Trace,
  what?: string,
): { readonly trace: Trace; readonly what?: string | undefined } {
  const owner = trace.requirements.find(({ criteria }) => criteria.some(({ id }) => id === what));
  if (!owner) return { trace, what };
  const requirements = trace.requirements.map((one) =>
    one === owner ? { ...one, criteria: one.criteria.filter(({ id }) => id === what) } : one,
  );
  return { trace: { ...trace, requirements }, what: owner.id };
}

function isAbout(trace: Trace, task: TracedTask, what: string): boolean {
  if (task.id === what || task.requirements.includes(what) || task.decisions.includes(what)) return true;
  const isKnown = [...trace.requirements, ...trace.decisions, ...trace.tasks].some(({ id }) => id === what);
  if (isKnown) return false;
  if (/^[0-9a-f]{4,40}$/.test(what)) return commitsOf(task).some((commit) => commit.startsWith(what));
  return namesIn(task).some((name) => name.toLowerCase().includes(what.toLowerCase()));
}

function commitsOf({ commits, landed, checks }: TracedTask): readonly string[] {
  return [...commits, ...(landed === undefined ? [] : [landed]), ...checks.map(({ commit }) => commit)];
}

/** Of tests, only those that failed or that a review cites are known by name. */
function namesIn({ checks, reviews }: TracedTask): readonly string[] {
  return [
    ...checks.flatMap(({ results }) => results.flatMap(checkNames)),
    ...reviews.flatMap(({ criteria }) => criteria.flatMap(({ evidence }) => evidence)),
  ];
}

function checkNames({ name, failing = [] }: TracedChecks["results"][number]): readonly string[] {
  return [name, ...failing.map(({ file, suite, test }) => [file, suite, test].filter(Boolean).join(" > "))];
}
