import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { Files } from "../../core/ports/files.ts";
import { limitTask, moveTask } from "../../core/rules/move-task.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { citationsIn, missingWords } from "../../core/terms/citations.ts";
import { mayTryCommands } from "../../core/terms/policy.ts";
import { nextState } from "../../core/terms/task-machine.ts";
import { missingCitations } from "../../core/work/check-citations.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { type Judged, judgeComplete } from "../../tools/ends/judge-complete.ts";
import { trialCommands } from "../commands/trial-commands.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { claimSpecs, claimTools, planReviewSpecs } from "../floor-tools.ts";
import { recorded, theTask } from "../the-task.ts";
import { judgeOpening } from "./judge-opening.ts";

type Judging = Extract<Step, { kind: "judge" }>;

/**
 * Somebody other than its author judges how a task will be done, or whether it was done already. There is no change
 * yet: both are held against the commit that the task starts from.
 */
export async function judgePlan(context: StepContext<Judging>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const base = recorded(task.base, "base");
  const name = threadOf(task);
  const last = threadNamed(state, name)?.loops.at(-1);
  const files = workspace.tree(base, signal);
  const commands = trialCommands(context, { task: task.id, commit: base, thread: name });
  try {
    await converse<Judged>(context, {
      name,
      purpose: "review",
      charter: await charterOf(context, name, () => newCharter(context, task)),
      asks: state.session.policy.asks.review,
      opening: last
        ? `You have not given your verdict yet. Give it now, with ${judgeComplete.name}.`
        : judgeOpening(state, task, step.seat),
      tools: claimTools,
      terminal: {
        ...judgeComplete,
        verify: (verdict) => (task.claim === undefined ? Promise.resolve([]) : unseen(verdict, files)),
      },
      hands: {
        files,
        worktree: undefined,
        diff: undefined,
        commands: mayTryCommands(state.session.policy) ? commands : undefined,
      },
      endings: {
        failed: `${step.seat} gave no verdict on ${step.task}`,
        done: (verdict, at) => verdictOf(step, verdict, at),
        fruitless: ({ why }, at) => [limitTask(theTask(at, step.task), why)],
      },
    });
  } finally {
    await commands.discard();
  }
}

/** A name for each time somebody looks. */
function threadOf({ id, attempt, claim, looks }: Task): string {
  return `${claim === undefined ? "plan-review" : "completion"}/${id}.${attempt}/${(looks ?? 0) + 1}`;
}

async function newCharter(context: StepContext, { claim }: Task): Promise<string> {
  const { session } = context.journal.state();
  return claim === undefined
    ? floorCharter(context, "plan-review.md", planReviewSpecs)
    : floorCharter(context, "completion.md", claimSpecs(session, await context.workspace.sandbox()));
}

/** Who says that all of it is there has seen where. */
async function unseen({ verdict, feedback }: Judged, files: Files): Promise<readonly string[]> {
  if (verdict !== "approved") return [];
  if (citationsIn(feedback).length === 0)
    return ["Say where you saw it, with file and line, such as src/parse.js:37, for each done criterion."];
  const missing = await missingCitations(feedback, files);
  return missing.length === 0 ? [] : [`${missingWords(missing)}. Look again.`];
}

function verdictOf(step: Judging, verdict: Judged, at: State): readonly Draft[] {
  const task = theTask(at, step.task);
  return [given(step, verdict, task), judged(step, verdict, task, at)];
}

function given({ seat }: Judging, { verdict, feedback }: Judged, task: Task): Draft {
  const subject = task.claim === undefined ? "plan" : "completion";
  const of = { task: task.id, subject, of: task.movedAt, commit: recorded(task.base, "base") } as const;
  return { actor: seat, event: { type: "review.given", seat, ...of, verdict, feedback } };
}

function judged({ seat }: Judging, { verdict, feedback }: Judged, task: Task, at: State): Draft {
  const isClaim = task.claim !== undefined;
  if (verdict === "approved" && isClaim)
    return moveTask(task, "satisfied", `${seat} has seen it`, { disposition: "satisfied" });
  if (verdict === "approved")
    return moveTask(task, "approved", `${seat} agrees`, {
      feedback: `${seat} agrees to your plan: ${feedback}`,
    });
  const origin = nextState(task.state, "changes");
  if (verdict === "rejected" && !isClaim) {
    const carried = { feedback, blocked: "invalid-task", ...(origin && { origin }) } as const;
    return moveTask(task, "rejected", `${seat} rejects the plan`, carried);
  }
  const why = isClaim ? `${seat} has seen that it is not done yet` : `${seat} asks for another plan`;
  const back = isClaim ? `Not all of it was there: ${feedback}` : `${seat}: ${feedback}`;
  return returnTask(task, "changes", { why, feedback: back }, at.session.policy);
}
