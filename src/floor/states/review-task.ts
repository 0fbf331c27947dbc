import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { limitTask } from "../../core/rules/move-task.ts";
import { reviewThread } from "../../core/rules/review/reviewer-for.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { threadNamed } from "../../core/state/threads.ts";
import type { Blob } from "../../core/terms/ids.ts";
import { mayTryCommands } from "../../core/terms/policy.ts";
import { hanging } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import type { Diff } from "../../core/work/tool.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { diffPages } from "../../tools/code/diff-pages.ts";
import { slimDiff } from "../../tools/code/slim-diff.ts";
import { reviewComplete, type Verdict } from "../../tools/ends/review-complete.ts";
import { trialCommands } from "../commands/trial-commands.ts";
import { floorCharter } from "../floor-charter.ts";
import { reviewSpecs, reviewTools } from "../floor-tools.ts";
import { loseWork } from "../lose-work.ts";
import { askedIn, type Judging, judgingTerminal, sawWhole } from "../review/judging.ts";
import { hasOpened, type PagesToRead } from "../review/opened-change.ts";
import { type Changes, isShown, reviewOpening, standsInOpening } from "../review/review-opening.ts";
import { type Read, verdictDrafts } from "../review/verdict-drafts.ts";
import { recorded, theTask } from "../the-task.ts";

type Reviewing = Extract<Step, { kind: "review" }>;
/** A team member other than the author reads the whole change and judges it. */
export async function reviewTask(context: StepContext<Reviewing>): Promise<void> {
  const { step, journal, workspace } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const commit = recorded(task.commit, "commit");
  if (!(await workspace.resolve(commit))) return loseWork(context, "commit");
  const name = reviewThread(task);
  const charter = threadNamed(state, name)?.charter ?? (await newCharter(context));
  const last = threadNamed(state, name)?.loops.at(-1);
  const diff = diffs(workspace, task, commit);
  const { redact } = context.redaction;
  const changes = await changesOf(task, async (part) => slimDiff(redact(await diff(part))));
  const asked = askedIn(state, task, await context.charter(charter));
  const judging: Judging = {
    thread: name,
    task,
    changes,
    asked,
    pages: pagesToRead(task, step.seat, changes),
  };
  const loop = await openLoop(context, {
    name,
    terminal: reviewComplete.name,
    asks: state.session.policy.asks.review + (asked ? judging.pages.all + (judging.pages.since ?? 0) : 0),
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "review", task: task.id, charter },
    opening: last
      ? `You have not given your verdict yet: ${hanging(task.feedback ?? "")}\nGive it now, with ${reviewComplete.name}.`
      : reviewOpening(state, task, step.seat, changes, asked),
  });
  // The commit, not the worktree: ignored files and what the checks left there are not part of the change.
  const files = workspace.tree(commit, context.signal);
  const rules = await loadCharter(context, name);
  const commands = trialCommands(context, { task: task.id, commit, thread: name });
  const run = runToolLoop({
    loop,
    context,
    charter: rules,
    tools: reviewTools.filter((tool) => rules.tools.some((offered) => offered.name === tool.name)),
    terminal: judgingTerminal(judging, { blobs: context.blobs, state: () => journal.state() }),
    hands: {
      files,
      worktree: undefined,
      diff,
      commands: mayTryCommands(state.session.policy) ? commands : undefined,
    },
    closing: (outcome, at) => ending(step, outcome, at, readBy(judging, commit, at)),
  });
  try {
    await run;
  } finally {
    await commands.discard();
  }
}

/** What of the change its reviewer has seen when it judges. */
function readBy(judging: Judging, commit: string, at: State): Read {
  const { thread, changes, asked } = judging;
  if (asked && sawWhole(at, judging)) return { commit, whole: true };
  return { commit, ...(!standsInOpening(changes) && !hasOpened(at, thread) && { unread: true }) };
}

/** What stands in the opening need not be asked for. */
function pagesToRead({ review }: Task, seat: string, changes: Changes): PagesToRead {
  const hadAll = review?.seat === seat && review.whole === true;
  return {
    all: pagesNotShown(changes.all),
    ...(hadAll && changes.since !== undefined && { since: pagesNotShown(changes.since) }),
  };
}

function pagesNotShown(change: string): number {
  return isShown(change) ? 0 : diffPages(change).length;
}

async function newCharter(context: StepContext): Promise<Blob> {
  const { session } = context.journal.state();
  return floorCharter(context, "review.md", reviewSpecs(session, await context.workspace.sandbox()));
}

/** The change under review, whole or since the last review. */
function diffs(workspace: Workspace, task: Task, commit: string): Diff {
  return ({ since }) =>
    workspace.diff(since && task.review ? task.review.commit : recorded(task.base, "base"), commit);
}

async function changesOf(task: Task, diff: Diff): Promise<Changes> {
  return { all: await diff({}), since: task.review ? await diff({ since: true }) : undefined };
}

function ending(step: Reviewing, outcome: Outcome<Verdict>, at: State, read: Read): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return verdictDrafts(step, outcome.value, at, read, outcome.missing);
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return [limitTask(theTask(at, step.task), failureWords(outcome))];
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
