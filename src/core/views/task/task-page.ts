import { decide } from "../../decide/decide.ts";
import { countedReturns } from "../../rules/rounds.ts";
import { wholeOf } from "../../rules/trouble/split-task.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { defaultRounds } from "../../terms/defaults.ts";
import type { Instant, TaskId } from "../../terms/ids.ts";
import { holdsWorktree, isOver } from "../../terms/task-machine.ts";
import type { ChangedFile } from "../../text/changed-files.ts";
import type { Spending } from "../cost/cost.ts";
import { type InboxItem, itemOf } from "../inbox/inbox.ts";
import { boardOf, type PlainState, sameFilesWords } from "../plan/board.ts";
import type { TaskHistory } from "./task-history.ts";

/** Everything there is to know about one task: what `huddle task <id>` prints, as one document. */
export interface TaskPage extends TaskHistory {
  readonly id: TaskId;
  readonly title: string;
  readonly state: PlainState;
  readonly owner: string | undefined;
  readonly attempt: number;
  readonly layer: number;
  /** Why it waits, if nothing in the plan says so. */
  readonly waitsWhy: string;
  readonly plan: Task["plan"];
  /** What other tasks rely on, as agreed. */
  readonly interfaces: readonly string[];
  /** Tasks that build on it. */
  readonly dependents: readonly TaskId[];
  /** How its engineer will go about it. */
  readonly ownPlan: Task["ownPlan"];
  readonly todos: NonNullable<Task["todos"]>;
  /** How it came to be over. */
  readonly disposition: Task["disposition"];
  /** The tasks that took its place. */
  readonly into: readonly TaskId[];
  /** The task that it is a part of. */
  readonly partOf: TaskId | undefined;
  /** What shows that it was done already, as its engineer says. */
  readonly claim: string | undefined;
  /** What its engineer did, in the engineer's words. */
  readonly summary: string | undefined;
  /** Why it last came back. */
  readonly feedback: string | undefined;
  readonly returns: readonly { readonly trigger: string; readonly words: string }[];
  /** How often it came back since somebody last decided about it, and how often it can. */
  readonly rounds: { readonly used: number; readonly most: number };
  /** What was learned in earlier attempts. */
  readonly learned: readonly string[];
  readonly flags: readonly string[];
  readonly base: string | undefined;
  readonly commit: string | undefined;
  readonly landed: { readonly commit: string; readonly was: string } | undefined;
  /** The files of its commits. Left out: nothing is committed for it. */
  readonly changed: readonly ChangedFile[] | undefined;
  readonly branch: string;
  /** The folder in which it is worked on, as long as it is there. */
  readonly worktree: string | undefined;
  readonly spending: Spending;
  /** What waits for the person because of this task. */
  readonly waits: readonly PageWait[];
}

export type PageWait = Pick<InboxItem, "id" | "title" | "text" | "answers" | "escalation">;

/** What a view of the log cannot know. */
export interface AroundPage {
  readonly branch: string;
  readonly changed: readonly ChangedFile[] | undefined;
  /** Where its worktree stands. Left out: it does not. */
  readonly worktree: string | undefined;
  readonly spending: Spending;
  readonly now: Instant;
}

export function taskPage(state: State, task: Task, history: TaskHistory, around: AroundPage): TaskPage {
  const { id, plan, owner, attempt, summary, feedback, base, commit, landed } = task;
  const row = boardOf(state).find((one) => one.id === id);
  const all = Object.values(state.tasks);
  return {
    id,
    title: plan.title,
    state: row?.state ?? "queued",
    owner,
    attempt,
    layer: row?.layer ?? 1,
    waitsWhy: row ? sameFilesWords(row) : "",
    plan,
    interfaces: state.accepted.approach?.body.tasks.find((one) => one.id === id)?.interfaces ?? [],
    dependents: all.filter((other) => other.plan.dependsOn.includes(id)).map((other) => other.id),
    ownPlan: task.ownPlan,
    todos: task.todos ?? [],
    disposition: task.disposition,
    into: task.into ?? [],
    partOf: wholeOf(state, id)?.id,
    claim: task.claim,
    summary,
    feedback: isOver(task.state) ? undefined : feedback,
    returns: task.returns.map(({ trigger, words }) => ({ trigger, words })),
    rounds: {
      used: countedReturns(task).length,
      most: (state.session.policy.rounds ?? defaultRounds).any,
    },
    learned: task.learned ?? [],
    flags: (task.flags ?? []).map(({ text }) => text),
    base,
    commit,
    landed: landed && { commit: landed.commit, was: landed.was },
    changed: around.changed,
    branch: around.branch,
    worktree: holdsWorktree(task.state) ? around.worktree : undefined,
    spending: around.spending,
    waits: waitsOf(state, task, around.now),
    ...history,
  };
}

function waitsOf(state: State, { id }: Task, now: Instant): readonly PageWait[] {
  return decide(state, now).waits.flatMap((wait) => {
    const about = "task" in wait ? wait.task : undefined;
    const others = wait.kind === "task" ? (wait.also ?? []) : [];
    const isOfStep = wait.kind === "stuck" && wait.step.startsWith(`task/${id}/`);
    if (about !== id && !others.includes(id) && !isOfStep) return [];
    const { id: name, title, text, answers, escalation } = itemOf(state, wait);
    return [{ id: name, title, text, answers, escalation }];
  });
}
