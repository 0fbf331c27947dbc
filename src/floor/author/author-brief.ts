import { writeWords } from "../../core/permits/write-words.ts";
import { inForce } from "../../core/prompt/transcript-line.ts";
import { wholeOf } from "../../core/rules/trouble/split-task.ts";
import type { Decision } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { isDone, isOver } from "../../core/terms/task-machine.ts";
import { toArray } from "../../core/text/appended.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { pathList } from "../../core/text/path-list.ts";
import { hanging, quoted } from "../../core/text/quoted.ts";
import { approachLines } from "../../core/views/documents/artifact-text.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
import { redBefore } from "./red-before.ts";

/**
 * What the author of a task reads first, and nobody else: the task, what it builds on, what was decided about it, what
 * was planned and asked, and what may be written. All that is the same for everybody stands in the rules.
 */
export function authorBrief(state: State, task: Task): string {
  const { plan, owner, ownPlan } = task;
  const parts = [
    [taskBrief(plan, state), ...decidedLines(state, task), ...belowLines(state, task)].join("\n"),
    partWords(state, task),
    askedBefore(task),
    ownPlan?.agreed ? `How you go about it, as agreed before you began:\n${quoted(ownPlan.text)}` : "",
    redBefore(state),
    `You are ${owner}. Your worktree is yours alone. ${writeWords(state.session.policy)}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What its engineer should know of the task that it is a part of. Empty: it is part of none. */
function partWords(state: State, { id }: Task): string {
  const whole = wholeOf(state, id);
  if (!whole) return "";
  const { plan, commit, feedback, into = [] } = whole;
  const others = into.filter((other) => other !== id);
  const [, ...interfaces] = approachLines(plan, state);
  return [
    `It is a part of ${whole.id}, ${oneLine(plan.title)}, which was divided; ${others.join(", ")} ${others.length === 1 ? "brings" : "bring"} the rest.`,
    ...interfaces.map((text) => `Of ${whole.id}, ${hanging(text)}`),
    ...(commit === undefined
      ? []
      : [`What was written for ${whole.id} is not in your worktree. Its last commit is ${commit}.`]),
    ...(feedback === undefined ? [] : [`What last came back on ${whole.id}: ${hanging(feedback)}`]),
  ].join("\n");
}

/** What is still open of the list that its author keeps. Empty: nothing. */
export function todoWords({ todos = [] }: Task): string {
  if (todos.length === 0) return "";
  const lines = todos.map(({ text, done }) => `- ${done ? "done" : "open"}: ${oneLine(text)}`);
  return ["To do (keep it up to date with update_todos):", ...lines].join("\n");
}

/** What earlier attempts came to. Nothing of them is in the worktree. */
export function learnedWords({ learned = [] }: Task): string {
  if (learned.length === 0) return "";
  const lessons = learned.map((lesson, index) => `${index + 1}. ${hanging(lesson)}`).join("\n");
  return ` Nothing of the earlier attempts at this task is in your worktree, but this was learned in them:\n${quoted(lessons)}\nDo not repeat what led nowhere.`;
}

/** The same for somebody who judges it. */
export function learnedBefore({ learned = [] }: Task): string {
  if (learned.length === 0) return "";
  const lines = learned.map((lesson, index) => `${index + 1}. ${hanging(lesson)}`);
  return ["What earlier attempts came to; nothing of them is left:", ...lines].join("\n");
}

/** The decisions that its plan names, as they stand now. */
function decidedLines(state: State, { plan: { decisions = [] } }: Task): readonly string[] {
  const ledger = toArray(state.ledger);
  return inForce(ledger).flatMap((one) =>
    wasNamed(one, decisions, ledger)
      ? [`Decided (${one.id}): ${oneLine(one.topic)}: ${oneLine(one.decision)}`]
      : [],
  );
}

/** A decision that replaces one that the plan names is meant, too. */
function wasNamed({ id, amends }: Decision, named: readonly string[], ledger: readonly Decision[]): boolean {
  if (named.includes(id)) return true;
  const before = ledger.find((one) => one.id === amends);
  return before !== undefined && wasNamed(before, named, ledger);
}

/** What it builds on, and what came of that. */
function belowLines(state: State, { plan: { dependsOn } }: Task): readonly string[] {
  return dependsOn.flatMap((id) => {
    const below = state.tasks[id];
    if (!below) return [];
    const { plan, summary } = below;
    const files = plan.files.length === 0 ? "" : ` (${pathList(plan.files)})`;
    const said = summary === undefined ? "" : `: ${oneLine(summary)}`;
    return [`Builds on ${id}, ${oneLine(plan.title)}${files}; ${cameTo(below)}${said}`];
  });
}

function cameTo({ state, disposition }: Task): string {
  if (!isOver(state)) return "it is not finished";
  if (!isDone(state)) return "it was cancelled, so its work is not there";
  return disposition === "satisfied" ? "its work was there already" : "it has landed";
}
