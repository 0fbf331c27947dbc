import type { Trace, TracedTask } from "./trace.ts";

/** A place where the trace breaks off: what is asked for leads to no work, or work was not judged. */
export interface Gap {
  readonly kind: "requirement" | "decision" | "task";
  readonly id: string;
  readonly text: string;
}

export function gapsOf(trace: Trace): readonly Gap[] {
  return [...requirementGaps(trace), ...decisionGaps(trace), ...trace.tasks.flatMap(taskGaps(trace))];
}

function requirementGaps({ requirements, tasks }: Trace): readonly Gap[] {
  const cancelled = new Set(tasks.filter((task) => task.isCancelled).map(({ id }) => id));
  return requirements.flatMap(({ id, tasks: covering }): Gap[] => {
    if (covering.length === 0) return [{ kind: "requirement", id, text: `No task covers ${id}.` }];
    return covering.every((task) => cancelled.has(task))
      ? [{ kind: "requirement", id, text: `Every task that covers ${id} was cancelled or taken back.` }]
      : [];
  });
}

/** Where no task says what it follows, the plan cannot: one line tells it instead of one for each decision. */
function decisionGaps({ decisions, tasks }: Trace): readonly Gap[] {
  const standing = decisions.filter(({ amendedBy }) => amendedBy === undefined);
  const [first] = standing;
  if (!first || tasks.length === 0) return [];
  if (tasks.every((task) => task.decisions.length === 0)) {
    const text = "The plan does not say which decisions its tasks follow.";
    return [{ kind: "decision", id: first.id, text }];
  }
  return standing
    .filter((one) => one.tasks.length === 0)
    .map(({ id }) => ({ kind: "decision", id, text: `No task cites ${id}.` }));
}

function taskGaps({ requirements, decisions }: Trace): (task: TracedTask) => readonly Gap[] {
  const wanted = new Set(requirements.map(({ id }) => id));
  const decided = new Set(decisions.map(({ id }) => id));
  return (task) => {
    const { id } = task;
    const gap = (text: string): Gap => ({ kind: "task", id, text });
    const unknown = task.decisions.filter((one) => !decided.has(one));
    return [
      ...(wanted.size > 0 && !task.requirements.some((one) => wanted.has(one))
        ? [gap(`${id} meets no requirement of the scope.`)]
        : []),
      ...unknown.map((one) => gap(`${id} cites ${one}, which is no decision.`)),
      // One that was done already has no work of its own; it is done only because somebody else said yes to that.
      ...(task.isDone && task.landed !== undefined ? unjudged(task, gap) : []),
    ];
  };
}

/** Of a task that landed. */
function unjudged({ id, reviews, checks }: TracedTask, gap: (text: string) => Gap): readonly Gap[] {
  const hasRun = checks.some(({ results }) => results.length > 0);
  return [
    ...(reviews.some(({ verdict }) => verdict === "approved") ? [] : [gap(`No review approved ${id}.`)]),
    ...(hasRun ? [] : [gap(`No check ran on ${id}.`)]),
  ];
}
