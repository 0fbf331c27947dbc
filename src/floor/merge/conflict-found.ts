import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";

/** A task that cannot be merged with what has landed meanwhile goes back to its author, with both sides. */
export function conflictFound(
  { integration, session }: State,
  task: Task,
  files: readonly string[],
): readonly [Draft, Draft] {
  const where = `conflicts with what has landed meanwhile, in ${files.join(", ")}`;
  const feedback = `Your change ${where}. Both sides stand in the files between conflict markers; keep both intents.`;
  return [
    byHarness({ type: "conflict.found", task: task.id, against: integration, files: [...files] }),
    returnTask(task, "conflict", { why: where, feedback }, session.policy),
  ];
}
