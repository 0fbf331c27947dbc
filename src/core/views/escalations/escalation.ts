import type { TaskTrouble } from "../../decide/waits/task.ts";
import type { Wait, WaitKind, WaitOf } from "../../decide/waits/wait.ts";
import { countedReturns } from "../../rules/rounds.ts";
import type { State } from "../../state/state.ts";
import type { Instant, SeatId, TaskId } from "../../terms/ids.ts";
import type { TaskState } from "../../terms/task-machine.ts";
import { triedFor } from "./tried.ts";

export const escalationKinds = [
  "budget-review",
  "clarify",
  "plan-approval",
  "approval",
  "requeue",
  "blocked",
  "conflict",
  "money",
  "provider",
] as const;
export type EscalationKind = (typeof escalationKinds)[number];

/** What needs a person, in the one shape that every list, document and message uses. */
export interface Escalation {
  readonly kind: EscalationKind;
  /** Where it comes from. Empty: from the session as a whole. `state`: where the task stood. */
  readonly origin: {
    readonly task?: TaskId;
    /** Other tasks that wait for the same reason: one answer is for all of them. */
    readonly also?: readonly TaskId[];
    readonly state?: TaskState;
    readonly seat?: SeatId;
  };
  /** What was done about it so far, oldest first, in words. */
  readonly tried: readonly string[];
  /** What a person is needed for, in one line. */
  readonly needed: string;
  /** Seq of the event that it began with. */
  readonly since: number;
  /** When it is settled without a person, or tried again. */
  readonly due?: Instant;
}

/** `needed`: the line that the inbox has for this wait. */
export function escalationOf(state: State, wait: Wait, needed: string): Escalation {
  const due = dueOf(wait);
  return {
    kind: kindOf(state, wait),
    origin: originOf(state, wait),
    tried: triedFor(state, wait),
    needed,
    since: wait.since,
    ...(due !== undefined && { due }),
  };
}

function kindOf(state: State, wait: Wait): EscalationKind {
  const kind = kinds[wait.kind];
  // The table's entry for this kind takes this wait.
  return typeof kind === "string"
    ? kind
    : (kind as (state: State, wait: Wait) => EscalationKind)(state, wait);
}

type KindOf<K extends WaitKind> = EscalationKind | ((state: State, wait: WaitOf<K>) => EscalationKind);

const kinds: { readonly [K in WaitKind]: KindOf<K> } = {
  question: "clarify",
  // The talk stands still, and needs a word.
  limit: "clarify",
  accept: "plan-approval",
  size: "plan-approval",
  assign: "plan-approval",
  approval: "approval",
  ship: "approval",
  baseline: "blocked",
  layer: "approval",
  split: "plan-approval",
  // The model of a member is too small for what it has to read.
  window: "blocked",
  budget: "money",
  provider: "provider",
  stuck: (_, { provider, remedy }) =>
    provider !== undefined ? "provider" : remedy?.kind === "moved" ? "conflict" : "blocked",
  task: taskKind,
};

const troubleKinds: Readonly<Record<TaskTrouble, EscalationKind>> = {
  rounds: "budget-review",
  requests: "budget-review",
  verdict: "budget-review",
  failed: "requeue",
  unanswered: "clarify",
  check: "blocked",
  held: "blocked",
  dependency: "blocked",
  environment: "blocked",
  prerequisite: "blocked",
  "invalid-task": "blocked",
};

function taskKind({ tasks }: State, { task: id, why }: WaitOf<"task">): EscalationKind {
  const task = tasks[id];
  const last = task && countedReturns(task).at(-1);
  return why === "rounds" && last?.trigger === "conflict" ? "conflict" : troubleKinds[why];
}

function originOf(state: State, wait: Wait): Escalation["origin"] {
  const { task: id, also = [], seat } = partiesOf(wait);
  const task = id === undefined ? undefined : state.tasks[id];
  const who = seat ?? task?.owner;
  return {
    ...(id !== undefined && { task: id }),
    ...(also.length > 0 && { also }),
    ...(task && { state: task.origin ?? task.state }),
    ...(who !== undefined && { seat: who }),
  };
}

interface Parties {
  readonly task?: TaskId | undefined;
  readonly also?: readonly TaskId[] | undefined;
  readonly seat?: SeatId | undefined;
}

function partiesOf(wait: Wait): Parties {
  switch (wait.kind) {
    case "question":
      return { task: wait.task, seat: wait.from };
    case "approval":
    case "window":
      return { task: wait.task, seat: wait.seat };
    case "split":
      return { task: wait.task };
    case "task":
      return { task: wait.task, also: wait.also, seat: wait.owner };
    case "stuck":
      return { task: /^task\/([^/]+)\//.exec(wait.step)?.[1] };
    case "provider":
      return { task: wait.tasks[0], also: wait.tasks.slice(1), seat: wait.seats[0] };
    case "budget":
      return scopeOf(wait.scope);
    case "accept":
    case "assign":
    case "layer":
    case "baseline":
    case "limit":
    case "ship":
    case "size":
      return {};
  }
}

/** `task:t3` and `seat:ada` name whose budget it is. */
function scopeOf(scope: string): Parties {
  const [kind, id] = scope.split(":");
  return kind === "task" ? { task: id } : kind === "seat" ? { seat: id } : {};
}

/** A time that a person doubts settles nothing. */
function dueOf(wait: Wait): Instant | undefined {
  if (wait.kind === "approval" || wait.kind === "question" || wait.kind === "layer") return wait.dueAt;
  return wait.kind === "provider" && !wait.isDoubtful ? wait.until : undefined;
}
