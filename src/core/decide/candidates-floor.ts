import { isBegun } from "../rules/cancel-tasks.ts";
import { isSentBack } from "../rules/review/comment-task.ts";
import { judgeOf } from "../rules/review/own-plan.ts";
import { reviewerFor } from "../rules/review/reviewer-for.ts";
import { splitThread, splittingOf } from "../rules/trouble/split-task.ts";
import { architectWithTools, deciderOf } from "../rules/trouble/who-decides.ts";
import type { State } from "../state/state.ts";
import type { Splitting, Task } from "../state/task.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import { isOver, isReady } from "../terms/task-machine.ts";
import { needsBaseline } from "./candidates-baseline.ts";
import { dispatchCandidates } from "./candidates-dispatch.ts";
import { mouth } from "./candidates-talk.ts";
import { type Candidate, keyOf, type Step, worktree } from "./step.ts";
import { answererOf } from "./waits/question.ts";

/** What building wants: to give ready tasks to free seats, the next move of each task, and landings. */
export function floorCandidates(state: State): readonly Candidate[] {
  if (state.stage?.phase !== "implementation") return [];
  const tasks = tasksInOrder(state);
  const candidates = [
    ...dispatchCandidates(state, tasks),
    ...tasks.flatMap((task) => candidateOf(state, task) ?? []),
  ];
  // When a person has asked for another phase, the team only finishes effects that have started.
  const { requested } = state.stage;
  return candidates.filter(
    ({ step }) => isAtWork(state, step.key) || (!requested && !needsBaseline(state, step)),
  );
}

function isAtWork(state: State, step: string): boolean {
  return Object.values(state.effects).some((effect) => effect.step === step && effect.settled === undefined);
}

function candidateOf(state: State, task: Task): Candidate | undefined {
  const seat = task.owner;
  if (isOver(task.state)) return undefined;
  if (task.cancelling !== undefined && !isBegun(state, task.id)) return cancelOf(task, task.cancelling);
  const comment = commentOf(state, task);
  if (comment) return comment;
  const hold = holdOf(state, task);
  if (hold) return hold;
  const splitting = splittingOf(state, task);
  if (splitting && !isBegun(state, task.id)) return splitOf(state, task, splitting);
  if (seat === undefined || isReady(task.state)) return undefined;
  const step = workStep(state, task, seat);
  return step && { step, since: Math.max(task.landsAt ?? task.movedAt, task.wholeAt ?? 0) };
}

/** An effect that has begun is settled first, and a landing that moved the branch stays landed. */
function cancelOf(task: Task, since: number): Candidate {
  const key = `cancel/${task.id}@${since}`;
  return { since, step: { kind: "cancel", key, claims: [worktree(task)], task: task.id } };
}

/** Like cancelling: a landing that moved the branch stays landed, whatever was said meanwhile. */
function commentOf(state: State, task: Task): Candidate | undefined {
  const { id, commenting } = task;
  if (!commenting || !isSentBack(task) || isBegun(state, id)) return undefined;
  const key = `comment/${id}@${commenting.seq}`;
  return { since: commenting.seq, step: { kind: "comment", key, claims: [worktree(task)], task: id } };
}

/** Like cancelling: what has begun in git is settled first. */
function holdOf(state: State, task: Task): Candidate | undefined {
  const { id, holding } = task;
  if (holding === undefined) return undefined;
  const key = `hold/${id}@${holding}`;
  if (isBegun(state, id, key)) return undefined;
  return { since: holding, step: { kind: "hold", key, claims: [worktree(task)], task: id } };
}

/** Undefined: it waits for a person's yes. A task that stays whole queues behind the others. */
function splitOf(state: State, task: Task, { seq, proposal }: Splitting): Candidate | undefined {
  const seat = architectWithTools(state);
  if (proposal || seat === undefined) return undefined;
  const thread = splitThread(task);
  const step = { kind: "split", key: thread, claims: [worktree(task)], task: task.id, seat, thread } as const;
  return { since: seq, step };
}

function workStep(state: State, task: Task, seat: string): Step | undefined {
  const base = { key: keyOf(task), task: task.id };
  switch (task.state) {
    case "SETUP":
      return { ...base, kind: "setup", claims: [worktree(task)] };
    case "PLANNING":
      return { ...base, kind: "planning", claims: [worktree(task), mouth(seat)], seat };
    case "PLAN_REVIEW":
      return judgeStep(state, task);
    case "CODING":
      return { ...base, kind: "coding", claims: [worktree(task), mouth(seat)], seat };
    case "TESTING":
      return { ...base, kind: "testing", claims: [worktree(task)] };
    case "CODE_REVIEW": {
      if (task.claim !== undefined) return judgeStep(state, task);
      const reviewer = reviewerFor(state, task);
      return (
        reviewer && {
          ...base,
          kind: "review",
          // A review is a conversation of its own: one reviewer can have several.
          claims: [worktree(task)],
          seat: reviewer.id,
        }
      );
    }
    case "PREPARE_MERGE":
      return { ...base, kind: "prepare", claims: [worktree(task)] };
    case "AWAIT_MERGE":
      return { ...base, kind: "land", claims: [worktree(task), "landing"] };
    case "QUESTION": {
      const question = Object.values(state.questions).find((one) => one.task === task.id);
      const member = question && answererOf(state, question);
      // No mouth: it is a conversation of its own, and the member may be at work elsewhere.
      return (
        member && {
          ...base,
          kind: "answer",
          claims: [worktree(task)],
          seat: member.id,
          question: question.id,
        }
      );
    }
    case "BUDGET_REVIEW":
    case "BLOCKED":
      return decidingStep(state, task);
    case "WAITING":
    case "HELD":
    case "FAILED":
    case "DONE":
    case "CANCELLED":
      return undefined;
  }
}

/** A conversation of its own, as every review: no mouth. */
function judgeStep(state: State, task: Task): Step | undefined {
  const judge = judgeOf(state, task);
  return (
    judge && { key: keyOf(task), claims: [worktree(task)], kind: "judge", task: task.id, seat: judge.id }
  );
}

/** Undefined: a person decides. */
function decidingStep(state: State, task: Task): Step | undefined {
  const base = { key: keyOf(task), task: task.id, claims: [worktree(task)] };
  const decider = deciderOf(state, task);
  switch (decider?.kind) {
    case "architect":
      return {
        ...base,
        kind: decider.about === "budget" ? "budget-review" : "rewrite",
        seat: decider.seat,
        thread: decider.thread,
      };
    case "harness":
      return { ...base, kind: "give-up" };
    case "person":
    case undefined:
      return undefined;
  }
}
