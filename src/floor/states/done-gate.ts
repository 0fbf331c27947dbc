import type { Changed } from "../../core/ports/commands.ts";
import type { Worktree } from "../../core/ports/files.ts";
import { looksGenerated } from "../../core/reports/change/looks-generated.ts";
import { checksInForce } from "../../core/state/baseline.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { asksOf, threadNamed } from "../../core/state/threads.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { pathList } from "../../core/text/path-list.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import type { Handed } from "../../tools/ends/done.ts";
import { changedSince } from "../commands/commands.ts";
import { unapprovedOf } from "../commit/commit-gate.ts";
import { markersLeft } from "../commit/markers-left.ts";
import { willHold } from "../commit/will-hold.ts";
import { leftOutOf } from "../left-out.ts";
import { recorded, theTask } from "../the-task.ts";

/**
 * Holds what an author hands in to its worktree: what is wrong with it, or what the commit will hold. Work is not done
 * where nothing was changed, and nothing was there before where something is changed. No two versions are left in a file.
 * Files that a program seems to have left behind are named once.
 */
export async function doneGate(
  context: StepContext,
  { id, thread }: { readonly id: string; readonly thread: string },
  worktree: Worktree,
  { summary, satisfied, blocked }: Handed,
): Promise<readonly string[] | { readonly note: string }> {
  if (blocked !== undefined) return [];
  const { journal, workspace } = context;
  const task = theTask(journal.state(), id);
  const base = recorded(task.base, "base");
  const at = { worktree: recorded(task.worktree, "worktree"), base, policy: journal.state().session.policy };
  const changes = await changedSince(workspace, at, base);
  if (changes.problem !== undefined) return changes.problem.split("\n");
  const isSame = changes.tree === (await workspace.treeOf(base));
  if (satisfied !== undefined) return isSame ? [] : [changedAlready(changes)];
  if (summary !== undefined && isSame && !(await isIgnored(context, task))) return [nothingChanged(changes)];
  const failed = failedWords(journal.state(), task);
  if (
    failed !== undefined &&
    task.commit !== undefined &&
    changes.tree === (await workspace.treeOf(task.commit))
  )
    return [failed];
  const before = workspace.tree(base, context.signal);
  const markers = await markersLeft(changes.changed, { now: worktree, before });
  if (markers.length > 0) return [unresolved(markers)];
  const stray = strayWords(changes, task);
  if (stray !== undefined && !wasTold(journal.state(), thread, stray)) return [stray];
  const elsewhere = elsewhereWords(changes, task);
  if (elsewhere !== undefined && !wasTold(journal.state(), thread, elsewhere)) return [elsewhere];
  return { note: willHold({ ...changes, asks: await unapprovedOf(changes, task, worktree, context.hash) }) };
}

/** What git ignores is told with the rule, after the commit was tried. */
async function isIgnored(context: StepContext, task: Task): Promise<boolean> {
  return (await leftOutOf(context, task)).length > 0;
}

function nothingChanged(changes: Changed): string {
  const held = changes.held?.length ? ` ${willHold(changes)}` : "";
  return `Nothing is changed: your worktree is as it was when you began.${held} If all of the task was there before, call done with \`satisfied\` and what shows it. If it cannot be done, call done with \`blocked\`.`;
}

function changedAlready({ changed }: Changed): string {
  return `\`satisfied\` says that all of it was there before you began, but your worktree has changes: ${pathList(changed)}. Undo them, or call done with a \`summary\` of what you changed.`;
}

/**
 * What is said where the work is just as it was when its checks failed. Undefined: it is not back because of them, or the
 * checks have changed since.
 */
function failedWords(state: State, { returns, movedAt, evidence }: Task): string | undefined {
  const back = returns.at(-1);
  if (back?.trigger !== "failed" || back.seq !== movedAt) return undefined;
  const inForce = checksInForce(state);
  const red = (evidence?.results ?? []).filter(({ exit }) => exit !== 0);
  const isStill = ({ name, command }: (typeof red)[number]) =>
    inForce.some((check) => check.name === name && check.run === command);
  if (red.length === 0 || !red.every(isStill)) return undefined;
  const names = red.map(({ name }) => oneLine(name)).join(", ");
  return `Nothing has changed since the checks failed on exactly this (${names}), so they would fail again. Change what they name. If it is not your work that fails, call done with \`blocked\` and say what is in the way.`;
}

/** Files that the author may not know of. Those that the task names are meant. */
function strayWords({ added = [] }: Changed, { plan }: Task): string | undefined {
  const isNamed = (path: string) =>
    plan.files.some((file) => `${path}/`.startsWith(`${file.replace(/\/$/, "")}/`));
  const stray = added.filter((path) => looksGenerated(path) && !isNamed(path));
  if (stray.length === 0) return undefined;
  return `The commit would add what looks like a program made it: ${pathList(stray)}. Delete what the task does not call for, or have git ignore it. If all of it belongs to the task, call done again.`;
}

/** The plan is no fence, but others go by it. */
function elsewhereWords({ changed }: Changed, { plan }: Task): string | undefined {
  const files = plan.files.map((file) => file.replace(/^\.\//, "").replace(/\/$/, ""));
  const isPlanned = (path: string) =>
    files.some((file) => `${path}/`.startsWith(`${file}/`) || file.includes("*"));
  if (files.length === 0 || changed.length === 0 || changed.some(isPlanned)) return undefined;
  return `The plan says that this task changes ${pathList(plan.files)}. You have changed none of that, only ${pathList(changed)}. If that is where the work belongs, call done again and say so in the summary.`;
}

function wasTold(state: State, thread: string, words: string): boolean {
  const talk = threadNamed(state, thread);
  const calls = (talk ? asksOf(talk) : []).flatMap(({ reply }) => reply?.calls ?? []);
  return calls.some((call) => call.status === "settled" && call.result.text.includes(words));
}

const mostTold = 12;

function unresolved(places: readonly string[]): string {
  const more = places.length > mostTold ? ` and ${places.length - mostTold} more` : "";
  return `Conflict markers are left: ${places.slice(0, mostTold).join(", ")}${more}. Read both versions, write what does what both meant, and take the markers out. A file that needs such lines builds them from parts.`;
}
