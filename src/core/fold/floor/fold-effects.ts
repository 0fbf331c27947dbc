import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { StateDraft } from "../../state/draft.ts";
import type { Effect, Task } from "../../state/task.ts";
import { effectId } from "../../terms/ids.ts";
import { onTask } from "../on-task.ts";

export function startedEffect(fact: Fact, event: EventOf<"effect.started">): Effect {
  return {
    id: effectId(fact.seq),
    seq: fact.seq,
    at: fact.at,
    kind: event.kind,
    step: fact.step ?? "",
    ...(event.task !== undefined && { task: event.task }),
    input: event.input,
  };
}

export function settledEffect(draft: StateDraft, event: EventOf<"effect.settled">): void {
  const effect = draft.effects[event.effect];
  if (!effect) return;
  const settled = {
    failed: event.failed,
    text: event.text,
    ...(event.commit !== undefined && { commit: event.commit }),
    ...(event.path !== undefined && { path: event.path }),
  };
  draft.effects = { ...draft.effects, [effect.id]: { ...effect, settled } };
  if (event.failed || effect.task === undefined) return;
  onTask(draft, effect.task, (task) => {
    if (effect.kind === "worktree") return inWorktree(task, effect, event.path);
    if (effect.kind === "commit") return { ...task, commit: event.commit, committedAt: effect.seq };
    return task;
  });
}

/** Nothing has been written in a new worktree. A commit that is gone is no longer the task's. */
function inWorktree(task: Task, { input }: Effect, worktree: string | undefined): Task {
  const fresh = { ...task, worktree, base: String(input.commit), wrote: {} };
  return input.gone === undefined ? fresh : { ...fresh, commit: undefined, review: undefined };
}
