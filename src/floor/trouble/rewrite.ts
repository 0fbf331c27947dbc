import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { rewrittenTask } from "../../core/rules/trouble/requeue-task.ts";
import type { Task } from "../../core/state/task.ts";
import type { TaskPatch } from "../../core/terms/artifacts.ts";
import { hanging } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { rewriteTask } from "../../tools/ends/rewrite-task.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { lookingTools, rewriteSpecs } from "../floor-tools.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
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
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  await converse(context, {
    name,
    purpose: "rewrite",
    charter: await charterOf(context, name, () => floorCharter(context, "rewrite.md", rewriteSpecs())),
    asks: state.session.policy.asks.review,
    opening: `${[taskBrief(task.plan, state), askedBefore(task)].filter((part) => part !== "").join("\n\n")}\n\nYou are ${step.seat}. ${task.owner}, its engineer, says that it cannot be done like this: ${hanging(task.feedback ?? "")}\n\nLook at the code, then write it in other words.`,
    tools: lookingTools,
    terminal: rewriteTask,
    hands: {
      files: worktree ?? workspace.tree(judgedCommit(task), signal),
      worktree: undefined,
      diff: () => changeSoFar(context, task),
      commands: undefined,
    },
    endings: {
      failed: `${step.seat} did not rewrite ${step.task}`,
      done: (rewritten, at) => amended(step, rewritten, theTask(at, step.task)),
    },
  });
}

function amended({ seat }: Rewriting, { patch, why }: Rewritten, task: Task): readonly Draft[] {
  const event = { type: "task.amended", task: task.id, patch: { ...patch }, why, by: seat } as const;
  return [{ actor: seat, event }, rewrittenTask(task, why)];
}
