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
import { reviewComplete } from "../../tools/ends/review-complete.ts";
import { floorCharter } from "../floor-charter.ts";
import { reviewSpecs, reviewTools } from "../floor-tools.ts";
import { passedWords } from "../gather-evidence.ts";
import { taskBrief } from "../task-brief.ts";
import { recorded, theTask } from "../the-task.ts";

type Reviewing = Extract<Step, { kind: "review" }>;
type Verdict = { readonly verdict: "approved" | "changes"; readonly feedback: string };

/** A team member other than the author reads the whole change and judges it. */
export async function reviewTask(context: StepContext<Reviewing>): Promise<void> {
  const { step, journal, workspace } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = `review/${task.id}.${task.attempt}/${task.reviews + 1}`;
  const charter =
    threadNamed(state, name)?.charter ?? (await floorCharter(context, "review.md", reviewSpecs));
  const loop = await openLoop(context, {
    name,
    terminal: reviewComplete.name,
    asks: state.session.policy.asks.review,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "review", task: task.id, charter },
    opening: `${taskBrief(task.plan)}\n\nAuthor: ${task.owner}. You are ${step.seat}, the reviewer. The harness says: ${passedWords(task.evidence?.results ?? [])}. Read the whole change, then give your verdict.`,
  });
  const commit = recorded(task.commit, "commit");
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), context.signal);
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, name),
    tools: reviewTools,
    terminal: reviewComplete,
    hands: { files: worktree, worktree, diff: () => workspace.diff(recorded(task.base, "base"), commit) },
    closing: (outcome, at) => ending(step, outcome, at, commit),
  });
}

function ending(step: Reviewing, outcome: Outcome<Verdict>, at: State, commit: string): readonly Draft[] {
  switch (outcome.kind) {
    case "done": {
      const { verdict, feedback } = outcome.value;
      const given: Draft = {
        actor: step.seat,
        event: { type: "review.given", task: step.task, seat: step.seat, commit, verdict, feedback },
      };
      const task = theTask(at, step.task);
      if (verdict === "approved") return [given, moveTask(task, verdict, feedback)];
      const why = `${step.seat} asks for changes`;
      return [given, moveTask(task, verdict, why, { feedback: `${why}: ${feedback}` })];
    }
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked": {
      const error = `${step.seat} gave no verdict on ${step.task}: ${failureWords(outcome)}`;
      return [byHarness({ type: "step.failed", step: step.key, error })];
    }
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}
