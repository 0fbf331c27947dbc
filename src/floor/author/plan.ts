import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { quoted } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { type SubmittedPlan, submitPlan } from "../../tools/ends/submit-plan.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { planningSpecs, planningTools } from "../floor-tools.ts";
import { lostWorktree, unlessLost } from "../lose-work.ts";
import { asking } from "../questions/asking.ts";
import { recorded, theTask } from "../the-task.ts";
import { authorBrief, learnedWords } from "./author-brief.ts";
import { authorEndings } from "./author-endings.ts";
import { claimed, told, withMissing } from "./claimed.ts";

type Planning = Extract<Step, { kind: "planning" }>;

/** The task's author reads the code and says how it will go about it. It writes nothing. Entered again, it goes on. */
export function plan(context: StepContext<Planning>): Promise<void> {
  return unlessLost(context, () => think(context));
}

async function think(context: StepContext<Planning>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const files = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  if (!files) throw lostWorktree(task.id);
  const name = threadOf(task);
  await converse(context, {
    name,
    purpose: "planning",
    charter: await charterOf(context, name, () =>
      floorCharter(context, "task-plan.md", planningSpecs(state.session)),
    ),
    asks: state.session.policy.asks.review,
    escalate: "planning",
    opening: openingOf(state, step, name),
    tools: planningTools,
    terminal: submitPlan,
    hands: { files, worktree: undefined, diff: undefined },
    pausing: (_, at) => asking(context, theTask(at, step.task), at),
    endings: {
      failed: `${step.seat} did not finish the plan of ${step.task}`,
      done: (handed, at, missing) => planned(step, handed, theTask(at, step.task), missing),
      ...authorEndings(step.task, name),
    },
  });
}

function openingOf(state: State, step: Planning, thread: string): string {
  const task = theTask(state, step.task);
  const { feedback = "", feedbackAt } = task;
  const last = threadNamed(state, thread)?.loops.at(-1);
  const end = `Then call ${submitPlan.name}.`;
  if (!last) {
    const brief = `${authorBrief(state, task)}${learnedWords(task)}`;
    const before =
      feedback === "" ? "" : `\n\nBefore you begin, read what came back last:\n${quoted(feedback)}\n`;
    return `${brief}${before} You write nothing yet. Read what you need to know. ${end}`;
  }
  if (last.closed === "done" || last.closed === "blocked" || feedbackAt > last.seq)
    return `Your plan is back with you:\n${quoted(feedback)}\nThink again, and read what you have not read. ${end}`;
  const error = state.failures[step.key]?.error ?? "";
  return `You were stopped before you had a plan${error === "" ? "." : `:\n${quoted(error)}`}\nGo on where you left off. ${end}`;
}

function threadOf({ id, attempt }: Task): string {
  return `planning/${id}.${attempt}`;
}

function planned(
  { seat }: Planning,
  { plan: text = "", todos, confidence, satisfied }: SubmittedPlan,
  task: Task,
  missing: readonly string[] | undefined,
): readonly Draft[] {
  if (satisfied !== undefined) return [claimed(task, satisfied, missing)];
  const list = todos.map((todo) => ({ text: todo, done: false }));
  return [
    { actor: seat, event: { type: "todos.changed", task: task.id, todos: list } },
    moveTask(task, "planned", told(text), { plan: { text: withMissing(text, missing), confidence } }),
  ];
}
