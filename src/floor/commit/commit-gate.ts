import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { overCaps } from "../../core/permits/size-caps.ts";
import { writeVerdicts } from "../../core/permits/write-verdict.ts";
import type { Changed } from "../../core/ports/commands.ts";
import type { Worktree } from "../../core/ports/files.ts";
import type { FileChange } from "../../core/ports/workspace.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import type { Approval } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { filesOfDiff } from "../../core/text/changed-files.ts";
import { pathList } from "../../core/text/path-list.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { recorded } from "../the-task.ts";
import { type AskedPath, askedPath, together } from "./gate.ts";
import { answeredFor, requestApproval } from "./request-approval.ts";

type Testing = Extract<Step, { kind: "testing" }>;

/** A change that needs a yes, with everything the yes is for. */
interface Unapproved {
  readonly asked: readonly AskedPath[];
  /** In which ways it is too much, all in all. */
  readonly over: readonly string[];
  readonly hash: string;
}

/**
 * A command can write what a tool would ask for, so the commit asks as well: for paths whose content nobody has said
 * yes to, and for more than a task may change by itself. Returns what is recorded instead of the commit: the question,
 * or, after a no, the way back to the author. Undefined: it may be committed.
 */
export async function commitGate(
  context: StepContext<Testing>,
  task: Task,
  tree: string,
): Promise<readonly [Draft] | undefined> {
  const state = context.journal.state();
  const found = await unapproved(context, task, tree);
  if (!found) return undefined;
  const answered = answeredFor(state, context.step.key, found.hash);
  if (answered?.verdict === "granted") return undefined;
  return answered ? [sentBack(state, task, found, answered)] : [await asks(context, task, tree, found)];
}

async function unapproved(
  { journal, workspace, hash, signal }: StepContext,
  task: Task,
  tree: string,
): Promise<Unapproved | undefined> {
  const base = recorded(task.base, "base");
  const changed = await workspace.changes(base, tree);
  // What is in its last commit has passed here before.
  const before = task.commit === undefined ? [] : await workspace.changes(base, task.commit);
  const over = overCaps(before).length > 0 ? [] : overCaps(changed);
  const verdictOf = writeVerdicts(journal.state().session.policy);
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  const asked: (AskedPath & { readonly change: FileChange })[] = [];
  for (const change of changed) {
    const one = askedPath(change, verdictOf(change.path));
    const isKnown = before.some((last) => isSame(last, change));
    if (one && !isKnown && !(await isApproved(task, change, worktree, hash))) asked.push({ ...one, change });
  }
  if (asked.length + over.length === 0) return undefined;
  const content = asked.map(({ change: { path, after, object } }) => [path, after, object]);
  return { asked, over, hash: hash(JSON.stringify([content, over.length > 0 ? tree : ""])) };
}

function isSame(a: FileChange, b: FileChange): boolean {
  return a.path === b.path && a.object === b.object && a.after === b.after;
}

/** Whether a person has said yes to a write that left exactly this. */
async function isApproved(
  { approved = {} }: Task,
  { path, before, after }: Pick<FileChange, "path" | "before" | "after">,
  worktree: Worktree | undefined,
  hash: StepContext["hash"],
): Promise<boolean> {
  const yes = Object.hasOwn(approved, path) ? approved[path] : undefined;
  if (!yes || !worktree) return false;
  const read = await worktree.readText(path);
  if (read.kind === "denied") return false;
  const hasMode = after === null || after === (yes.mode ?? before ?? "100644");
  return hasMode && yes.after === (read.kind === "text" ? hash(read.text) : null);
}

/** Those of the paths that ask to which nobody has said yes as they are now. Modes are left to the commit. */
export async function unapprovedOf(
  { asks = [] }: Changed,
  task: Task,
  worktree: Worktree,
  hash: StepContext["hash"],
): Promise<readonly string[]> {
  const open: string[] = [];
  for (const path of asks) {
    const mode = task.approved?.[path]?.mode ?? null;
    if (!(await isApproved(task, { path, before: mode, after: mode }, worktree, hash))) open.push(path);
  }
  return open;
}

async function asks(
  context: StepContext,
  task: Task,
  tree: string,
  { asked, over, hash }: Unapproved,
): Promise<Draft> {
  const paths = asked.map(({ path }) => path);
  const diff = filesOfDiff(await context.workspace.diff(recorded(task.base, "base"), tree));
  // For too much of it, all of it is shown.
  const isShown = (path: string | undefined) =>
    over.length > 0 || (path !== undefined && paths.includes(path));
  const shown = diff.filter(({ path, was }) => isShown(path) || isShown(was)).map(({ text }) => text);
  return requestApproval(context, task, {
    action: "commit",
    paths: over.length > 0 ? diff.map(({ path }) => path) : paths,
    shown: shown.join(""),
    hash,
    ...together([...asked, ...over.map((why) => ({ why, risk: "low" as const }))]),
  });
}

function sentBack(
  { session }: State,
  task: Task,
  { asked, over }: Unapproved,
  { verdict, reason }: NonNullable<Approval["resolved"]>,
): Draft {
  const what = [...(asked.length > 0 ? [pathList(asked.map(({ path }) => path))] : []), ...over].join("; ");
  const who =
    verdict === "expired"
      ? "A person has to say yes to this, and nobody was there in time"
      : `The product manager says no${reason === undefined ? "" : `: ${reason}`}`;
  const feedback = `Not committed: ${what}.\n${who}\nPut these paths back as they were and do the task without them, or make it smaller. If it cannot be done like that, finish with \`blocked\` and say what you need.`;
  const why =
    verdict === "expired"
      ? "nobody said yes to the commit in time"
      : "the product manager says no to the commit";
  return returnTask(task, "failed", { why, feedback }, session.policy);
}
