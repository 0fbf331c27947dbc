import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { done } from "../../tools/ends/done.ts";
import { floorCharter } from "../floor-charter.ts";
import { codingSpecs, codingTools } from "../floor-tools.ts";
import { taskBrief } from "../task-brief.ts";
import { recorded, theTask } from "../the-task.ts";

type Coding = Extract<Step, { kind: "coding" }>;

/** The task's author writes code. Entered again, it continues the same thread, with the feedback as newest message. */
export async function code(context: StepContext<Coding>): Promise<void> {
  const { step, journal, workspace } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = `coding/${task.id}.${task.attempt}`;
  const charter =
    threadNamed(state, name)?.charter ?? (await floorCharter(context, "coding.md", codingSpecs));
  const loop = await openLoop(context, {
    name,
    terminal: done.name,
    asks: state.session.policy.asks.coding,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "coding", task: task.id, charter },
    opening: openingOf(state, step, name),
  });
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), context.signal);
  if (!worktree) throw new Error(`the worktree of ${task.id} is gone`);
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, name),
    tools: codingTools,
    terminal: done,
    hands: { files: worktree, worktree, diff: undefined },
    closing: (outcome, at) => ending(step, outcome, at),
  });
}

function openingOf(state: State, step: Coding, thread: string): string {
  const { plan, owner, feedback } = theTask(state, step.task);
  const last = threadNamed(state, thread)?.loops.at(-1);
  if (!last) return `${taskBrief(plan)}\n\nYou are ${owner}. Your worktree is yours alone. Begin.`;
  if (last.closed === "done")
    return `Your task is back with you:\n${recorded(feedback, "feedback")}\nMend it, then call ${done.name} again.`;
  const error = state.failures[step.key]?.error ?? "";
  return `You were stopped before you were done${error === "" ? "." : `: ${error}`}\nGo on where you left off, then call ${done.name}.`;
}

function ending(step: Coding, outcome: Outcome<{ readonly summary: string }>, at: State): readonly Draft[] {
  switch (outcome.kind) {
    case "done": {
      const { summary } = outcome.value;
      return [moveTask(theTask(at, step.task), "done", summary, { summary })];
    }
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked": {
      const error = `${step.seat} did not finish ${step.task}: ${failureWords(outcome)}`;
      return [byHarness({ type: "step.failed", step: step.key, error })];
    }
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}
