import { answerTask, onward, taskWaits } from "../../core/decide/waits/task.ts";
import { type Draft, type Refusal, refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Files } from "../../core/ports/files.ts";
import type { Build } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { isBegun } from "../../core/rules/cancel-tasks.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { commentedTask, isSentBack } from "../../core/rules/review/comment-task.ts";
import { aboutTask, type NamedLines, placeOf } from "../../core/rules/trouble/about-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { isDone, isHeld, isOver, isWithAuthor, needsDecision } from "../../core/terms/task-machine.ts";
import { listedPath } from "../../core/text/path-list.ts";
import type { CommentedLines, TaskComment } from "../../core/views/acts/task-comment.ts";
import { counted } from "../../core/views/cost/money-text.ts";
import { citedLine } from "../../core/work/check-citations.ts";
import type { Project } from "../project.ts";
import { taskNamed } from "../say/task-named.ts";
import { tell, whyOver } from "../say/tell.ts";

export interface Commented {
  readonly task: string;
  readonly owner: string | undefined;
  /**
   * `back`: it is back with its author. `reads`: its author has it, and reads the comment before the next request.
   * `later`: as `back`, once what has begun in git is finished. `onward`: it waited for a decision, and goes on with these
   * words.
   */
  readonly how: "back" | "reads" | "later" | "onward";
  /** The lines that the comment is about, as they are now. */
  readonly lines: readonly string[];
}

/** A person says something about a task, or about lines of it. Whoever has it now, its author reads that next. */
export async function commentTask(
  project: Project,
  files: SessionFiles,
  id: string,
  comment: TaskComment,
): Promise<Commented> {
  const { journal } = files;
  const words = comment.words.trim();
  if (words === "")
    throw new Fault("usage", `Say what you see: huddle task comment ${id} src/file.js:12 "…"`);
  const task = taskNamed(journal.state(), id);
  const why = whyNot(journal.state(), task);
  if (why !== undefined) throw new Fault("refused", why);
  const at = comment.at && (await linesAt(project, files, task, comment.at));
  let how: Commented["how"] = "reads";
  await tell(journal, (state) => {
    const made = commented(state, taskNamed(state, id), words, at);
    if ("refused" in made) return made;
    how = made.how;
    return made.drafts;
  });
  return { task: id, owner: taskNamed(journal.state(), id).owner, how, lines: numbered(at) };
}

function numbered(cited: NamedLines | undefined): readonly string[] {
  return cited?.lines.map((line, index) => `${cited.from + index}: ${line}`) ?? [];
}

type Made = { readonly how: Commented["how"]; readonly drafts: readonly [Draft, ...Draft[]] };

/** What a comment on a task appends, or why none of its engineers would read it. */
export function commented(
  at: State,
  task: Task,
  words: string,
  lines: NamedLines | undefined,
): Made | Refusal {
  const why = whyNot(at, task);
  if (why !== undefined) return refusal(why);
  const { id, owner } = task;
  const message = aboutTask(id, words, {
    ...(owner !== undefined && { to: [owner] }),
    ...(lines && { at: lines }),
  });
  const feedback = `The product manager has sent it back with a comment${lines ? ` on ${placeOf(lines)}` : ""}.`;
  if (isSentBack(task)) {
    if (!isBegun(at, id)) return { how: "back", drafts: [message, commentedTask(task, feedback)] };
    const wish: Draft = { actor: "human", event: { type: "comment.requested", task: id, feedback } };
    return { how: "later", drafts: [message, wish] };
  }
  if (!needsDecision(task.state)) return { how: "reads", drafts: [message] };
  const drafts = goingOn(at, task, words, message);
  return "refused" in drafts ? drafts : { how: "onward", drafts };
}

/** To a task that waits for a decision, the comment is one. */
function goingOn(
  at: State,
  task: Task,
  words: string,
  message: Draft,
): Exclude<ReturnType<Build>, undefined> {
  const { id } = task;
  const found = taskWaits(at).find((one) => one.task === id || one.also?.includes(id));
  if (!found)
    return [message, { ...moveTask(task, onward(task), "as the product manager says"), actor: "human" }];
  const { also: _, ...wait } = { ...found, task: id };
  const drafts = answerTask({ wait, answer: { kind: "redirect", words }, at, first: at.head + 1 });
  if ("refused" in drafts) return drafts;
  const [first, ...rest] = drafts;
  // The answer says the words as well, but not to whom and not about which lines.
  return first.event.type === "message.posted" ? [message, ...rest] : drafts;
}

function whyNot(at: State, task: Task): string | undefined {
  const { id, state, cancelling } = task;
  const over = whyOver(at);
  if (over !== undefined) return over;
  if (at.session.shipping) return "The work is being shipped, so no engineer would read that now.";
  if (isOver(state))
    return isDone(state)
      ? `${id} is done, so its engineer no longer works on it. To change what it did: huddle do --hotfix "…". To take it out: huddle task cancel ${id} --revert`
      : `${id} is cancelled, so nobody works on it.`;
  if (isHeld(state))
    return `${id} is with you. Change it there, or say it when you give it back: huddle task give ${id} -m "…"`;
  if (cancelling !== undefined) return `${id} is being cancelled.`;
  if (at.stage?.phase !== "implementation")
    return "Nobody builds now. To say something to the team: huddle say";
  return undefined;
}

const mostLines = 20;

/** The lines as they are in what its author has, or has handed in. */
async function linesAt(
  project: Project,
  files: SessionFiles,
  task: Task,
  { path, from: named, to: end, seen }: CommentedLines,
): Promise<NamedLines> {
  const read = await (await filesOf(project, files, task)).readText(path);
  if (read.kind === "none") {
    const like = read.like === undefined ? "" : ` Did you mean ${listedPath(read.like)}?`;
    throw new Fault(
      "usage",
      `${task.id} has no file ${listedPath(path)}.${like} See: huddle diff ${task.id}`,
    );
  }
  if (read.kind !== "text")
    throw new Fault("usage", `${listedPath(path)} cannot be shown to an engineer: ${read.reason}`);
  const all = read.text.replace(/\n$/, "").split("\n");
  const from = seen === undefined ? named : nearest(all, named, seen);
  if (from === undefined)
    throw new Fault(
      "refused",
      `${listedPath(path)} is no longer as you see it: its engineer has changed that line. Look again, or say it about the task as a whole.`,
    );
  const to = end + from - named;
  if (from < 1 || to < from || to > all.length)
    throw new Fault("usage", `${listedPath(path)} has ${counted(all.length, "line")} in ${task.id}.`);
  return { path, from, to, lines: all.slice(from - 1, Math.min(to, from - 1 + mostLines)).map(citedLine) };
}

/** The number of the line with this text that is nearest to where it was seen. */
function nearest(lines: readonly string[], seenAt: number, seen: string): number | undefined {
  const same = lines.flatMap((line, at) => (line.replace(/\r$/, "") === seen ? [at + 1] : []));
  const [first] = same.toSorted((a, b) => Math.abs(a - seenAt) - Math.abs(b - seenAt));
  return first;
}

/** What the comment speaks of: the worktree while its author works, else the commit that is judged. */
async function filesOf(project: Project, files: SessionFiles, task: Task): Promise<Files> {
  const { signal } = new AbortController();
  const state = files.journal.state();
  const workspace = project.openWorkspace(files.id, state.fence);
  const { worktree, commit, base } = task;
  const standing =
    worktree !== undefined && (commit === undefined || isWithAuthor(task.state))
      ? await workspace.worktree(worktree, signal)
      : undefined;
  return standing ?? workspace.tree(commit ?? base ?? state.integration, signal);
}
