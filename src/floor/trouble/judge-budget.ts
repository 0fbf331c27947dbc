import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { vainJudgements } from "../../core/rules/trouble/progress.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import type { Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { budgetDecision } from "../../tools/ends/budget-decision.ts";
import { floorCharter } from "../floor-charter.ts";
import { budgetSpecs, lookingTools } from "../floor-tools.ts";
import { recorded, theTask } from "../the-task.ts";
import { budgetOpening } from "./budget-opening.ts";
import { changeSoFar, judgedCommit } from "./change-so-far.ts";

type Judging = Extract<Step, { kind: "budget-review" }>;
type Decision = { readonly decision: "grant" | "redirect" | "stop"; readonly words: string };

/** The architect looks at a task that used up its rounds or requests, and says how it goes on. */
export async function judgeBudget(context: StepContext<Judging>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = step.thread;
  const charter =
    threadNamed(state, name)?.charter ?? (await floorCharter(context, "budget.md", budgetSpecs()));
  const diff = () => changeSoFar(context, task);
  const loop = await openLoop(context, {
    name,
    terminal: budgetDecision.name,
    asks: state.session.policy.asks.review,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "budget", task: task.id, charter },
    opening: budgetOpening(state, task, step.seat, context.redaction.redact(await diff())),
  });
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, name),
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
    closing: (outcome, at) => ending(step, outcome, at),
  });
}

/** More of the same is granted once; when that has changed nothing, something else has to. */
function decisionFaults(decision: Decision["decision"], task: Task): readonly string[] {
  return decision === "grant" && vainJudgements(task) > 0
    ? [
        "Nothing got better since your last decision, so the same again is not on offer. Redirect it, or stop it.",
      ]
    : [];
}

const verdicts = {
  grant: { verdict: "approved", trigger: "granted", why: "has it go on as before" },
  redirect: { verdict: "changes", trigger: "redirected", why: "has it go on differently" },
  stop: { verdict: "rejected", trigger: "stopped", why: "stops it" },
} as const;

function ending(step: Judging, outcome: Outcome<Decision>, at: State): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return decided(step, outcome.value, theTask(at, step.task));
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
    case "model-error":
    case "blocked":
      return [stepFailed(step.key, `${step.seat} did not say how ${step.task} goes on`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}

/** The member whose move it is reads what came back and what was decided about it. */
function decided({ seat }: Judging, { decision, words }: Decision, task: Task): readonly Draft[] {
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
