import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { vainJudgements } from "../../core/rules/trouble/progress.ts";
import type { Task } from "../../core/state/task.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { budgetDecision } from "../../tools/ends/budget-decision.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { budgetSpecs, lookingTools } from "../floor-tools.ts";
import { recorded, theTask } from "../the-task.ts";
import { budgetOpening } from "./budget-opening.ts";
import { changeSoFar, judgedCommit } from "./change-so-far.ts";

type Judging = Extract<Step, { kind: "budget-review" }>;
type Decision = { readonly decision: "grant" | "redirect" | "split" | "stop"; readonly words: string };

/** The architect looks at a task that used up its rounds or requests, and says how it goes on. */
export async function judgeBudget(context: StepContext<Judging>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = step.thread;
  const diff = () => changeSoFar(context, task);
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  await converse(context, {
    name,
    purpose: "budget",
    charter: await charterOf(context, name, () => floorCharter(context, "budget.md", budgetSpecs())),
    asks: state.session.policy.asks.review,
    opening: budgetOpening(state, task, step.seat, context.redaction.redact(await diff())),
    tools: lookingTools,
    terminal: {
      ...budgetDecision,
      check: ({ decision }, at) => decisionFaults(decision, theTask(at, step.task)),
    },
    hands: {
      files: worktree ?? workspace.tree(judgedCommit(task), signal),
      worktree: undefined,
      diff,
      commands: undefined,
    },
    endings: {
      failed: `${step.seat} did not say how ${step.task} goes on`,
      done: (decision, at) => decided(step, decision, theTask(at, step.task)),
    },
  });
}

/** More of the same is granted once; when that has changed nothing, something else has to. */
function decisionFaults(decision: Decision["decision"], task: Task): readonly string[] {
  return decision === "grant" && vainJudgements(task) > 0
    ? [
        "Nothing got better since your last decision, so the same again is not on offer. Redirect it, split it, or stop it.",
      ]
    : [];
}

const verdicts = {
  grant: { verdict: "approved", trigger: "granted", why: "has it go on as before" },
  redirect: { verdict: "changes", trigger: "redirected", why: "has it go on differently" },
  stop: { verdict: "rejected", trigger: "stopped", why: "stops it" },
} as const;

/** The member whose move it is reads what came back and what was decided about it. */
function decided({ seat }: Judging, { decision, words }: Decision, task: Task): readonly Draft[] {
  if (decision === "split")
    return [{ actor: seat, event: { type: "split.requested", task: task.id, words } }];
  const { verdict, trigger, why } = verdicts[decision];
  const given: Draft = {
    actor: seat,
    event: {
      type: "review.given",
      task: task.id,
      seat,
      subject: "budget",
      of: task.movedAt,
      commit: judgedCommit(task),
      verdict,
      feedback: words,
    },
  };
  const feedback =
    decision === "stop"
      ? `${seat}: ${words}`
      : `${task.feedback ?? ""}\nThe architect looked at it and says: ${words}`;
  return [given, moveTask(task, trigger, `${seat} ${why}`, { feedback })];
}
