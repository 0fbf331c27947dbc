import { startAfresh } from "../rules/plan-tasks.ts";
import type { StateDraft } from "../state/draft.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import { holdsWorktree } from "../terms/task-machine.ts";

/**
 * A session that was over goes on. What was handed over stays so, in part. Its worktrees are gone, so tasks that had one
 * start again; what was asked and not answered is forgotten with its conversation, and what a person wanted done with
 * the work is theirs to ask for again.
 */
export function reopened(draft: StateDraft): void {
  const { ending: _, shipped, shipping: __, syncing: ___, ...session } = draft.session;
  const shipments = session.shipments?.map((one) =>
    one.seq === shipped?.seq ? { ...one, partial: true as const } : one,
  );
  draft.session = { ...session, ...(shipments && { shipments }) };
  draft.questions = {};
  for (const task of tasksInOrder(draft).filter(({ state }) => holdsWorktree(state))) {
    const commit = task.commit ?? draft.past[task.id]?.commit;
    draft.past = { ...draft.past, [task.id]: { attempt: task.attempt, commit } };
    draft.tasks = { ...draft.tasks, [task.id]: startAfresh(task, task.attempt + 1) };
  }
}
