import type { EventOf } from "../../facts/events.ts";
import type { StateDraft } from "../../state/draft.ts";
import { without } from "../../text/record.ts";
import { onTask } from "../on-task.ts";
import { landedChecks } from "./fold-baseline.ts";

type Revert = EventOf<"revert.requested"> | EventOf<"revert.settled">;

/** What has landed of a task is taken back. That the task is over without its work is a move, told on its own. */
export function foldRevert(draft: StateDraft, seq: number, event: Revert): void {
  if (event.type === "revert.requested") {
    onTask(draft, event.task, (task) => ({ ...task, reverting: seq }));
    return;
  }
  const { type: _, task: id, ...settled } = event;
  const step = `revert/${id}@${draft.tasks[id]?.reverting}`;
  if (draft.failures[step]) draft.failures = without(draft.failures, step);
  onTask(draft, id, (task) => ({
    ...task,
    reverting: undefined,
    revert: { seq, ...settled },
    ...(event.how === "reverted" && { landed: undefined }),
  }));
  if (event.how !== "reverted" || event.commit === undefined) return;
  draft.integration = event.commit;
  landedChecks(draft, id, event.commit);
}
