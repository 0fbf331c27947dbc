import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import { landedSince } from "../../core/rules/trouble/landed-since.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { hanging, quoted } from "../../core/text/quoted.ts";
import { taskBrief } from "../task-brief.ts";

/** A task that cannot be merged with what has landed meanwhile goes back to its author, with both sides. */
export function conflictFound(state: State, task: Task, files: readonly string[]): readonly [Draft, Draft] {
  const { integration, session } = state;
  const where = `conflicts with what has landed meanwhile, in ${files.join(", ")}`;
  const feedback = `Your change ${where}. Both sides stand in the files between conflict markers; keep both intents.${landedWords(state, task)}`;
  return [
    byHarness({ type: "conflict.found", task: task.id, against: integration, files: [...files] }),
    returnTask(task, "conflict", { why: where, feedback }, session.policy),
  ];
}

/** The newest of them are told in full: what a conflict is about stands nearly always in the last that landed. */
const mostTold = 3;

/** What the other side wanted: the tasks that have landed since this one got its worktree. */
function landedWords(state: State, task: Task): string {
  const landed = landedSince(state, task.base).map((other) => {
    const said = other.summary === undefined ? "" : ` Its author says: ${hanging(other.summary)}`;
    return `Landed meanwhile, by ${other.owner}.${said}\n${quoted(taskBrief(other.plan, state))}`;
  });
  if (landed.length === 0) return "";
  const more = landed.length > mostTold ? `\n\nand ${landed.length - mostTold} more before these` : "";
  return `\n\n${landed.slice(0, mostTold).join("\n\n")}${more}`;
}
