import { assertNever } from "../../assert-never.ts";
import { holdersOfFiles } from "../../decide/candidates-dispatch.ts";
import { personsQuestion } from "../../decide/waits/question.ts";
import { splittingOf } from "../../rules/trouble/split-task.ts";
import { deciderOf } from "../../rules/trouble/who-decides.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { layersOf } from "../../terms/task-graph.ts";
import { isDone, isReady, type TaskState } from "../../terms/task-machine.ts";

/** Task states in the words a person sees. */
export type PlainState =
  | "queued"
  | "planning"
  | "working"
  | "testing"
  | "review"
  | "landing"
  | "asking"
  | "needs you"
  | "with you"
  | "with the architect"
  | "failed"
  | "landed"
  | "already done"
  | "cancelled"
  | "split"
  | "taken back";

export interface BoardRow {
  readonly id: string;
  readonly title: string;
  readonly owner: string;
  readonly state: PlainState;
  readonly layer: number;
  readonly dependsOn: readonly string[];
  /** Of a queued task: those at work that edit one of its files, though it does not depend on them. */
  readonly sameFiles?: readonly string[];
  readonly commit: string | undefined;
  /** Of the criteria that its newest review judged, how many are met. */
  readonly criteria?: { readonly met: number; readonly of: number };
}

/** The tasks as a board, layer by layer. */
export function boardOf(state: State): readonly BoardRow[] {
  const tasks = tasksInOrder(state);
  const layers = layersOf(tasks.map((task) => ({ id: task.id, dependsOn: task.plan.dependsOn, task })));
  return layers.flatMap((layer, index) => layer.map(({ task }) => rowOf(state, task, tasks, index + 1)));
}

function rowOf(state: State, task: Task, tasks: readonly Task[], layer: number): BoardRow {
  const holders = isReady(task.state) ? holdersOfFiles(state, task, tasks).map(({ id }) => id) : [];
  const sameFiles = holders.filter((id) => !task.plan.dependsOn.includes(id));
  return {
    id: task.id,
    title: task.plan.title,
    owner: task.owner ?? "",
    state: stateIn(state, task),
    layer,
    dependsOn: task.plan.dependsOn,
    ...(sameFiles.length > 0 && { sameFiles }),
    commit: task.landed?.commit,
    ...(task.criteria && {
      criteria: { met: task.criteria.filter(({ met }) => met === "yes").length, of: task.criteria.length },
    }),
  };
}

/** Why a task waits that waits for nothing in the plan. */
export function sameFilesWords({ sameFiles = [] }: Pick<BoardRow, "sameFiles">): string {
  if (sameFiles.length === 0) return "";
  const edit = sameFiles.length === 1 ? "edits" : "edit";
  return `waits: ${sameFiles.join(", ")} ${edit} the same files`;
}

/** Whose move it is matters more than where it stands. */
function stateIn(state: State, task: Task): PlainState {
  if (personsQuestion(state, task) || waitsForYes(state, task)) return "needs you";
  if (isDone(task.state) && task.disposition === "satisfied") return "already done";
  if (task.disposition === "split") return "split";
  if (task.disposition === "reverted") return "taken back";
  const splitting = splittingOf(state, task);
  if (splitting) return splitting.proposal ? "needs you" : "with the architect";
  return deciderOf(state, task)?.kind === "architect" ? "with the architect" : plainState(task.state);
}

function waitsForYes({ approvals }: State, { id }: Task): boolean {
  return Object.values(approvals).some(({ task, resolved }) => task === id && !resolved);
}

export function plainState(state: TaskState): PlainState {
  switch (state) {
    case "WAITING":
      return "queued";
    case "PLANNING":
    case "PLAN_REVIEW":
      return "planning";
    case "SETUP":
    case "CODING":
      return "working";
    case "TESTING":
      return "testing";
    case "CODE_REVIEW":
      return "review";
    case "PREPARE_MERGE":
    case "AWAIT_MERGE":
      return "landing";
    case "QUESTION":
      return "asking";
    case "BUDGET_REVIEW":
    case "BLOCKED":
      return "needs you";
    case "HELD":
      return "with you";
    case "FAILED":
      return "failed";
    case "DONE":
      return "landed";
    case "CANCELLED":
      return "cancelled";
    default:
      return assertNever(state);
  }
}
