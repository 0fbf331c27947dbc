import type { LeftOut } from "../core/ports/workspace.ts";
import type { Task } from "../core/state/task.ts";
import { oneLine } from "../core/text/one-line.ts";
import { listedPath } from "../core/text/path-list.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { recorded } from "./the-task.ts";

/** What a task's author wrote and its commit will not hold. `paths`: only of these. */
export function leftOutOf(
  { workspace }: StepContext,
  task: Task,
  paths: readonly string[] = Object.keys(task.wrote),
): Promise<readonly LeftOut[]> {
  const worktree = recorded(task.worktree, "worktree");
  return workspace.leftOut(worktree, recorded(task.base, "base"), paths);
}

/**
 * Tells an author, in the result of each call that wrote something, what the commit leaves out of it. A path that it
 * keeps is not looked at again until a rule is written, by whatever means.
 */
export function leftOutTeller(
  context: StepContext,
  taskNow: () => Task,
): (paths: readonly string[]) => Promise<string> {
  let rules = "";
  let kept = new Set<string>();
  return async (paths) => {
    const task = taskNow();
    const now = rulesOf(task);
    if (now !== rules) kept = new Set();
    rules = now;
    // A new rule can also ignore what was written before it.
    const asked = paths.some(isIgnoreFile)
      ? Object.keys(task.wrote)
      : paths.filter((path) => !kept.has(path));
    const left = asked.length === 0 ? [] : await leftOutOf(context, task, asked);
    const gone = new Set(left.map(({ path }) => path));
    for (const path of asked) if (!gone.has(path)) kept.add(path);
    return wordsFor(left);
  };
}

/** Changes whenever the author writes a rule. */
function rulesOf({ wrote }: Task): string {
  return JSON.stringify(Object.entries(wrote).filter(([path]) => isIgnoreFile(path)));
}

function wordsFor(left: readonly LeftOut[]): string {
  if (left.length === 0) return "";
  return `The commit leaves out ${namesOf(left)}. So nobody gets ${left.length === 1 ? "it" : "them"}. ${remedy}`;
}

const remedy = "Write to a path that no rule ignores, or make an exception in a .gitignore, such as !name.";

/** Why a task cannot be committed: the commit would hold nothing of its work but rules that ignore the rest. */
export function nothingKept(
  left: readonly LeftOut[],
): { readonly why: string; readonly feedback: string } | undefined {
  if (left.length === 0) return undefined;
  const names = namesOf(left);
  return {
    why: `the commit would leave out everything that was written: ${names}`,
    feedback: `Your commit would hold nothing of your work. It leaves out ${names}. ${remedy}`,
  };
}

/** For the reviewer. Empty: nothing is left out. */
export function toldToReviewer(left: readonly LeftOut[]): string {
  if (left.length === 0) return "";
  return `Not part of the change, although its author wrote it: ${namesOf(left)}. Nobody gets this, and the checks ran without it. Ask for changes if the task needs it.`;
}

/** Rules about what git ignores are no work by themselves, unless the task is about them. */
export function isWork(task: Task, path: string): boolean {
  return !isIgnoreFile(path) || task.plan.files.includes(path);
}

function isIgnoreFile(path: string): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

const most = 12;

function namesOf(left: readonly LeftOut[]): string {
  const shown = left
    .slice(0, most)
    .map(({ path, rule }) => `${listedPath(path)} (ignored by ${oneLine(rule)})`);
  const more = left.length - most;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
