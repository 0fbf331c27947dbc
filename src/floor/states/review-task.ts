import type { Step } from "../../core/decide/step.ts";
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
import { diffPages } from "../../tools/code/diff-pages.ts";
import { slimDiff } from "../../tools/code/slim-diff.ts";
import { reviewComplete } from "../../tools/ends/review-complete.ts";
import { trialCommands } from "../commands/trial-commands.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { reviewSpecs, reviewTools } from "../floor-tools.ts";
import { loseWork } from "../lose-work.ts";
import { askedIn, type Judging, judgingTerminal, sawWhole } from "../review/judging.ts";
import { hasOpened, type PagesToRead } from "../review/opened-change.ts";
import { refutationsOf, refutationWords, shownIds } from "../review/refutations.ts";
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
  const charter = await charterOf(context, name, () => newCharter(context));
  const last = threadNamed(state, name)?.loops.at(-1);
  const diff = diffs(workspace, task, commit);
  const { redact } = context.redaction;
  const changes = await changesOf(task, async (part) => slimDiff(redact(await diff(part))));
  const refutations = await refutationsOf(task, context.blobs);
  const asked = askedIn(state, task, await context.charter(charter), shownIds(refutations, task));
  const judging: Judging = {
    thread: name,
    task,
    changes,
    asked,
    pages: pagesToRead(task, step.seat, changes),
  };
  // The commit, not the worktree: ignored files and what the checks left there are not part of the change.
  const files = workspace.tree(commit, context.signal);
  const commands = trialCommands(context, { task: task.id, commit, thread: name });
  const talk = converse(context, {
    name,
    purpose: "review",
    charter,
    asks: state.session.policy.asks.review + (asked ? judging.pages.all + (judging.pages.since ?? 0) : 0),
    opening: last
      ? `You have not given your verdict yet: ${hanging(task.feedback ?? "")}\nGive it now, with ${reviewComplete.name}.`
      : reviewOpening(state, task, step.seat, changes, {
          asked,
          refuted: refutationWords(task, refutations, task.review && redact(await diff({ since: true }))),
        }),
    tools: reviewTools,
    terminal: judgingTerminal(judging, { blobs: context.blobs, state: () => journal.state() }),
    hands: {
      files,
      worktree: undefined,
      diff,
      commands: mayTryCommands(state.session.policy) ? commands : undefined,
    },
    endings: {
      failed: `${step.seat} gave no verdict on ${step.task}`,
      done: (verdict, at, missing) => verdictDrafts(step, verdict, at, readBy(judging, commit, at), missing),
      fruitless: ({ why }, at) => [limitTask(theTask(at, step.task), why)],
    },
  });
  try {
    await talk;
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

type OwnDiff = (part: { readonly since?: boolean }) => Promise<string>;

/** The change under review, whole or since the last review. */
function diffs(workspace: Workspace, task: Task, commit: string): OwnDiff {
  return ({ since }) =>
    workspace.diff(since && task.review ? task.review.commit : recorded(task.base, "base"), commit);
}

async function changesOf(task: Task, diff: OwnDiff): Promise<Changes> {
  return { all: await diff({}), since: task.review ? await diff({ since: true }) : undefined };
}
