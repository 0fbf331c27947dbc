import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { limitTask, moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { quoted } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { type SubmittedPlan, submitPlan } from "../../tools/ends/submit-plan.ts";
import { floorCharter } from "../floor-charter.ts";
import { planningSpecs, planningTools } from "../floor-tools.ts";
import { lostWorktree, unlessLost } from "../lose-work.ts";
import { asking } from "../questions/asking.ts";
import { recorded, theTask } from "../the-task.ts";
import { authorBrief, learnedWords } from "./author-brief.ts";
import { claimed, told, withMissing } from "./claimed.ts";
import { stumbled } from "./stumbled.ts";

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
  const charter =
    threadNamed(state, name)?.charter ??
    (await floorCharter(context, "task-plan.md", planningSpecs(state.session)));
  const { review: asks } = state.session.policy.asks;
  const loop = await openLoop(context, {
    name,
    terminal: submitPlan.name,
    asks,
    escalate: { key: "planning", ...(asks > 2 && { soft: asks - 2 }), hard: asks },
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "planning", task: task.id, charter },
    opening: openingOf(state, step, name),
  });
  const rules = await loadCharter(context, name);
  await runToolLoop({
    loop,
    context,
    charter: rules,
    tools: planningTools.filter((tool) => rules.tools.some((offered) => offered.name === tool.name)),
    terminal: submitPlan,
    hands: { files, worktree: undefined, diff: undefined },
    pausing: (_, at) => asking(context, theTask(at, step.task), at),
    closing: (outcome, at) => ending(step, outcome, at),
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

function ending(step: Planning, outcome: Outcome<SubmittedPlan>, at: State): readonly Draft[] {
  const task = theTask(at, step.task);
  switch (outcome.kind) {
    case "done": {
      const { plan: text = "", todos, confidence, satisfied } = outcome.value;
      if (satisfied !== undefined) return [claimed(task, satisfied, outcome.missing)];
      const list = todos.map((todo) => ({ text: todo, done: false }));
      return [
        { actor: step.seat, event: { type: "todos.changed", task: task.id, todos: list } },
        moveTask(task, "planned", told(text), {
          plan: { text: withMissing(text, outcome.missing), confidence },
        }),
      ];
    }
    case "iteration-limit":
    case "max-iterations":
      return [limitTask(task, failureWords(outcome))];
    case "no-tool-twice":
    case "invalid-result":
      return [stumbled(task, failureWords(outcome), threadNamed(at, threadOf(task)))];
    case "blocked": {
      const { kind, explanation } = outcome.blocked;
      const carried = { feedback: explanation, blocked: kind, origin: task.state };
      return [moveTask(task, "blocked", explanation, carried)];
    }
    case "model-error":
      return [stepFailed(step.key, `${step.seat} did not finish the plan of ${step.task}`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}
