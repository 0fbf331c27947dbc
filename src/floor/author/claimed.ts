import type { Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { Task } from "../../core/state/task.ts";
import { missingWords } from "../../core/terms/citations.ts";
import { clipped } from "../../core/text/clipped.ts";
import { oneLine } from "../../core/text/one-line.ts";

const mostTold = 200;

/** The author says that all of the task was there before. Nobody believes it before somebody else has looked. */
export function claimed(task: Task, evidence: string, missing: readonly string[] = []): Draft {
  return moveTask(task, "satisfied", told(evidence), { satisfied: withMissing(evidence, missing) });
}

/** Whoever judges it reads which places do not exist. */
export function withMissing(text: string, missing: readonly string[] = []): string {
  return missing.length === 0 ? text : `${text}\n(${missingWords(missing)}.)`;
}

/** What people are told of a longer text. */
export function told(text: string): string {
  return clipped(oneLine(text), mostTold);
}
