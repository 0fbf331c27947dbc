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
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { type Judged, judgeComplete } from "../../tools/ends/judge-complete.ts";
import { trialCommands } from "../commands/trial-commands.ts";
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
  const charter = threadNamed(state, name)?.charter ?? (await newCharter(context, task));
  const last = threadNamed(state, name)?.loops.at(-1);
  const loop = await openLoop(context, {
    name,
    terminal: judgeComplete.name,
    asks: state.session.policy.asks.review,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "review", task: task.id, charter },
    opening: last
      ? `You have not given your verdict yet. Give it now, with ${judgeComplete.name}.`
      : judgeOpening(state, task, step.seat),
  });
  const files = workspace.tree(base, signal);
  const rules = await loadCharter(context, name);
  const commands = trialCommands(context, { task: task.id, commit: base, thread: name });
  try {
    await runToolLoop<Judged>({
      loop,
      context,
      charter: rules,
      tools: claimTools.filter((tool) => rules.tools.some((offered) => offered.name === tool.name)),
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
      closing: (outcome, at) => ending(step, outcome, at),
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

function ending(step: Judging, outcome: Outcome<Judged>, at: State): readonly Draft[] {
  const task = theTask(at, step.task);
  switch (outcome.kind) {
    case "done":
      return [given(step, outcome.value, task), judged(step, outcome.value, task, at)];
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return [limitTask(task, failureWords(outcome))];
    case "model-error":
    case "blocked":
      return [stepFailed(step.key, `${step.seat} gave no verdict on ${step.task}`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
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
