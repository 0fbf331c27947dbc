import type { z } from "zod";
import type { Shipment } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { Instant, TaskId } from "../../terms/ids.ts";
import { isCancelled, isDone, isFailed, isOver } from "../../terms/task-machine.ts";
import type { AttemptLine } from "../cost/attempts.ts";
import { spendingOf } from "../cost/cost.ts";
import { type InboxItem, inboxOf } from "../inbox/inbox.ts";
import { noticesOf } from "../plan/notices.ts";
import type { Trace, TracedTask } from "../trace/trace.ts";
import { type Ended, runExit } from "./run-exit.ts";
import type { verdictSchema } from "./verdict-schema.ts";

export type Verdict = z.infer<typeof verdictSchema>;
type VerdictTask = Verdict["tasks"][number];
type Outcome = VerdictTask["outcome"];

/** What the state of a session does not know. */
export interface AroundVerdict {
  readonly session: string;
  readonly ended: Ended;
  readonly trace: Trace;
  /** Every request of the session. */
  readonly lines: readonly AttemptLine[];
  readonly now: Instant;
}

/** How a run ended, for a machine: every task with its evidence and its cost, and what waits for a person. */
export function verdictOf(state: State, around: AroundVerdict): Verdict {
  const { session, ended, trace, lines, now } = around;
  const { title, repo, shipped } = state.session;
  const items = inboxOf(state, now);
  return {
    version: 1,
    session,
    title,
    at: now,
    ended: { kind: ended.kind, why: ended.why },
    exit: runExit(state, ended, now),
    base: repo.base,
    landed: state.integration,
    shipped: shipped ? shippedIn(shipped) : null,
    tasks: verdictTasks(state, items, trace, lines),
    waits: items.map(waitOf),
    notices: [...noticesOf(state)],
    cost: costOf(lines),
  };
}

function shippedIn({ onto, commit, made, how, url, unopened }: Shipment): Verdict["shipped"] {
  return {
    onto,
    commit,
    isNewBranch: made,
    how,
    ...(url !== undefined && { url }),
    ...(unopened !== undefined && { unopened }),
  };
}

function waitOf({ id, escalation, answers }: InboxItem): Verdict["waits"][number] {
  const { also, ...origin } = escalation.origin;
  return {
    id,
    escalation: {
      ...escalation,
      origin: { ...origin, ...(also && { also: [...also] }) },
      tried: [...escalation.tried],
    },
    answers: [...answers],
  };
}

function verdictTasks(
  state: State,
  items: readonly InboxItem[],
  trace: Trace,
  lines: readonly AttemptLine[],
): VerdictTask[] {
  const traced = new Map(trace.tasks.map((task) => [task.id, task]));
  return tasksInOrder(state).map((task) => {
    const own = items.filter((item) => concerns(item, task.id));
    const holder = holderOf(state, items, task);
    const outcome = outcomeOf(task, own, holder);
    const why = whyOf(outcome, own, holder);
    return {
      id: task.id,
      title: task.plan.title,
      outcome,
      state: task.state,
      ...(why !== undefined && { why }),
      ...(task.owner !== undefined && { engineer: task.owner }),
      attempt: task.attempt,
      ...(task.summary !== undefined && { summary: task.summary }),
      requirements: [...task.plan.requirements],
      ...(task.landed && { landed: task.landed.commit }),
      evidence: {
        ...evidenceOf(traced.get(task.id)),
        flags: (task.flags ?? []).map(({ text }) => text),
      },
      cost: costOf(lines.filter((line) => line.task === task.id)),
      waits: own.map(({ id }) => id),
    };
  });
}

const endings: Readonly<Record<string, Outcome>> = { split: "split", reverted: "reverted" };

function outcomeOf(task: Task, own: readonly InboxItem[], holder: TaskId | undefined): Outcome {
  if (isDone(task.state)) return task.disposition === "satisfied" ? "satisfied" : "landed";
  if (isCancelled(task.state)) return endings[task.disposition ?? ""] ?? "cancelled";
  if (isFailed(task.state)) return "failed";
  return own.length > 0 || holder !== undefined ? "blocked" : "open";
}

function whyOf(outcome: Outcome, own: readonly InboxItem[], holder: TaskId | undefined): string | undefined {
  if (outcome !== "failed" && outcome !== "blocked") return undefined;
  return own[0]?.escalation.needed ?? (holder === undefined ? undefined : `it builds on ${holder}`);
}

function concerns({ escalation: { origin } }: InboxItem, task: TaskId): boolean {
  return origin.task === task || origin.also?.includes(task) === true;
}

/** The nearest task that waits for a person, among those that a task builds on. */
function holderOf(state: State, items: readonly InboxItem[], { plan }: Task): TaskId | undefined {
  for (const id of plan.dependsOn) {
    const needed = state.tasks[id];
    if (!needed || isOver(needed.state)) continue;
    const holder = items.some((item) => concerns(item, id)) ? id : holderOf(state, items, needed);
    if (holder !== undefined) return holder;
  }
  return undefined;
}

function evidenceOf(task: TracedTask | undefined): Omit<VerdictTask["evidence"], "flags"> {
  const { checks = [], reviews = [] } = task ?? {};
  return {
    checks: checks.map(({ seq, why, commit, passed, results }) => ({
      event: seq,
      why,
      commit,
      passed,
      results: results.map(({ name, command, exit, counts }) => ({
        name,
        command,
        exit,
        ...(counts && { counts }),
      })),
    })),
    reviews: reviews.map(({ seq, by, verdict, commit, findings }) => ({
      event: seq,
      by,
      verdict,
      commit,
      findings,
    })),
  };
}

function costOf(lines: readonly AttemptLine[]): Verdict["cost"] {
  const { spent, unconfirmed } = spendingOf(lines);
  return { spent, unconfirmed };
}
