import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { rewrittenTask } from "../../core/rules/trouble/requeue-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { TaskPatch } from "../../core/terms/artifacts.ts";
import { hanging } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import type { Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { rewriteTask } from "../../tools/ends/rewrite-task.ts";
import { floorCharter } from "../floor-charter.ts";
import { lookingTools, rewriteSpecs } from "../floor-tools.ts";
import { taskBrief } from "../task-brief.ts";
import { recorded, theTask } from "../the-task.ts";
import { changeSoFar, judgedCommit } from "./change-so-far.ts";

type Rewriting = Extract<Step, { kind: "rewrite" }>;
type Rewritten = { readonly patch: TaskPatch; readonly why: string };

/** The architect writes a task in other words that cannot be done as it is planned. */
export async function rewrite(context: StepContext<Rewriting>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = step.thread;
  const charter =
    threadNamed(state, name)?.charter ?? (await floorCharter(context, "rewrite.md", rewriteSpecs()));
  const loop = await openLoop(context, {
    name,
    terminal: rewriteTask.name,
    asks: state.session.policy.asks.review,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "rewrite", task: task.id, charter },
    opening: `${taskBrief(task.plan, state)}\n\nYou are ${step.seat}. ${task.owner}, its engineer, says that it cannot be done like this: ${hanging(task.feedback ?? "")}\n\nLook at the code, then write it in other words.`,
  });
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, name),
    tools: lookingTools,
    terminal: rewriteTask,
    hands: {
      files: worktree ?? workspace.tree(judgedCommit(task), signal),
      worktree: undefined,
      diff: () => changeSoFar(context, task),
      commands: undefined,
    },
    closing: (outcome, at) => ending(step, outcome, at),
  });
}

function ending(step: Rewriting, outcome: Outcome<Rewritten>, at: State): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return amended(step, outcome.value, theTask(at, step.task));
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
    case "model-error":
    case "blocked":
      return [stepFailed(step.key, `${step.seat} did not rewrite ${step.task}`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

function amended({ seat }: Rewriting, { patch, why }: Rewritten, task: Task): readonly Draft[] {
  const event = { type: "task.amended", task: task.id, patch: { ...patch }, why, by: seat } as const;
  return [{ actor: seat, event }, rewrittenTask(task, why)];
}
