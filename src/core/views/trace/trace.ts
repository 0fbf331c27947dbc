import type { EventOf } from "../../facts/events.ts";
import type { JudgedCriterion } from "../../facts/finding-schema.ts";
import type { Decision } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { DecisionId, SeatId, TaskId } from "../../terms/ids.ts";
import { isCancelled, isDone, type TaskState } from "../../terms/task-machine.ts";
import { toArray } from "../../text/appended.ts";
import { decisionsOf } from "./cited.ts";
import type { PastFact } from "./past-facts.ts";

/** From decision and requirement to task, commits, checks and reviews; each entry also names what it belongs to. */
export interface Trace {
  readonly decisions: readonly TracedDecision[];
  readonly requirements: readonly TracedRequirement[];
  readonly tasks: readonly TracedTask[];
}

export interface TracedDecision extends Pick<Decision, "id" | "topic" | "decision"> {
  /** The decision that replaced it. */
  readonly amendedBy?: DecisionId;
  readonly tasks: readonly TaskId[];
  readonly requirements: readonly string[];
}

export interface TracedRequirement {
  readonly id: string;
  readonly text: string;
  readonly tasks: readonly TaskId[];
  readonly decisions: readonly DecisionId[];
  readonly criteria: readonly TracedCriterion[];
}

/** `r1.2` is the second line that says how one sees that r1 holds. */
export interface TracedCriterion {
  readonly id: string;
  readonly text: string;
  /** What the newest review that could judge it says. Left out: no review did. */
  readonly judged?: JudgedCriterion & { readonly task: TaskId; readonly by: SeatId };
}

export interface TracedTask {
  readonly id: TaskId;
  readonly title: string;
  readonly state: TaskState;
  readonly isDone: boolean;
  readonly isCancelled: boolean;
  /** Other tasks took its place, and all that it was to meet is theirs. */
  readonly isSplit?: true;
  /** It had landed, and was taken back. */
  readonly isReverted?: true;
  /** It needed no work, as somebody other than its engineer has seen. */
  readonly wasDone?: true;
  readonly engineer?: SeatId;
  readonly requirements: readonly string[];
  readonly decisions: readonly string[];
  /** Its own commits, oldest first: only the last one lands. */
  readonly commits: readonly string[];
  /** The commit of the integration branch that has it. */
  readonly landed?: string;
  readonly checks: readonly TracedChecks[];
  readonly reviews: readonly TracedReview[];
}

export type TracedChecks = Pick<EventOf<"checks.finished">, "commit" | "why" | "passed" | "results"> & {
  readonly seq: number;
};

export interface TracedReview {
  readonly seq: number;
  readonly by: SeatId;
  readonly verdict: EventOf<"review.given">["verdict"];
  readonly commit: string;
  readonly findings: number;
  readonly criteria: readonly JudgedCriterion[];
}

export function traceOf(state: State, past: readonly PastFact[]): Trace {
  const tasks = tasksInOrder(state).map((task) => tracedTask(task, past));
  const requirements = requirementsOf(state, tasks);
  return { decisions: decisionsIn(state, tasks), requirements, tasks };
}

function tracedTask(
  { id, plan, state, plannedAt, owner, landed, disposition }: Task,
  past: readonly PastFact[],
): TracedTask {
  const own = past.filter((one) => one.task === id && one.seq > plannedAt);
  return {
    id,
    title: plan.title,
    state,
    isDone: isDone(state),
    isCancelled: isCancelled(state),
    ...(disposition === "satisfied" && { wasDone: true }),
    ...(disposition === "split" && { isSplit: true }),
    ...(disposition === "reverted" && { isReverted: true }),
    ...(owner !== undefined && { engineer: owner }),
    requirements: plan.requirements,
    decisions: decisionsOf(plan),
    commits: own.flatMap(({ event }) => (event.type === "effect.settled" ? (event.commit ?? []) : [])),
    ...(landed && { landed: landed.commit }),
    checks: own.flatMap(({ seq, event }) =>
      event.type === "checks.finished" ? [tracedChecks(seq, event)] : [],
    ),
    reviews: own.flatMap(({ seq, event }) =>
      event.type === "review.given" ? [tracedReview(seq, event)] : [],
    ),
  };
}

function tracedChecks(
  seq: number,
  { commit, why, passed, results }: EventOf<"checks.finished">,
): TracedChecks {
  return { seq, commit, why, passed, results };
}

function tracedReview(seq: number, event: EventOf<"review.given">): TracedReview {
  const { seat, verdict, commit, findings = [], criteria = [] } = event;
  return { seq, by: seat, verdict, commit, findings: findings.length, criteria };
}

function requirementsOf(state: State, tasks: readonly TracedTask[]): readonly TracedRequirement[] {
  return (state.accepted.scope?.body.requirements ?? []).map(({ id, text, accepted }) => {
    const covering = tasks.filter((task) => !task.isSplit && task.requirements.includes(id));
    return {
      id,
      text,
      tasks: covering.map((task) => task.id),
      decisions: unique(covering.flatMap((task) => task.decisions)),
      criteria: accepted.map((line, index) => criterion(`${id}.${index + 1}`, line, tasks)),
    };
  });
}

function criterion(id: string, text: string, tasks: readonly TracedTask[]): TracedCriterion {
  const all = tasks.flatMap((task) =>
    task.reviews.flatMap((review) =>
      review.criteria
        .filter((one) => one.id === id)
        .map((one) => ({ seq: review.seq, judged: { ...one, task: task.id, by: review.by } })),
    ),
  );
  // What one task could not see, another one may have met.
  const seen = all.filter(({ judged }) => judged.met !== "unverified");
  const newest = (seen.length > 0 ? seen : all).sort((a, b) => a.seq - b.seq).at(-1);
  return { id, text, ...(newest && { judged: newest.judged }) };
}

function decisionsIn(state: State, tasks: readonly TracedTask[]): readonly TracedDecision[] {
  const ledger = toArray(state.ledger);
  const successors = new Map(ledger.map(({ id, amends }) => [amends, id]));
  return ledger.map(({ id, topic, decision }) => {
    const citing = tasks.filter((task) => task.decisions.includes(id));
    const amendedBy = successors.get(id);
    return {
      id,
      topic,
      decision,
      ...(amendedBy !== undefined && { amendedBy }),
      tasks: citing.map((task) => task.id),
      requirements: unique(citing.flatMap((task) => task.requirements)),
    };
  });
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
