import type { Task } from "../../state/task.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import type { MayAsk } from "../acts/asking.ts";
import type { TaskAct } from "../acts/task-act.ts";
import type { At, Seen } from "../screen/screen.ts";
import type { TaskPage } from "../task/task-page.ts";
import type { ReviewFile } from "./review-file.ts";
import { type Finding, noFinding } from "./review-find.ts";
import { type ReviewItem, type ReviewNote, reviewItems } from "./review-items.ts";
import { reviewNotes } from "./review-notes.ts";
import { type ReviewPlace, reviewStart, sameRow } from "./review-place.ts";
import type { ShownChange } from "./shown-change.ts";

/** What a person reviews, and where they are in it. */
export interface ReviewModel extends MayAsk {
  /** A task, or `landed` for all that has landed. Left out: what is most likely meant. */
  readonly target?: string | undefined;
  /** The worktree as it is now, not what is committed. */
  readonly isWork: boolean;
  /** How often the person asked to look again. */
  readonly again: number;
  readonly place: ReviewPlace;
  /** Files that the person folded or opened, against what is usual. */
  readonly turned: ReadonlySet<number>;
  readonly sides: "auto" | "one" | "two";
  /** What shows that it is good covers the change. */
  readonly evidence: boolean;
  readonly evidenceTop: number;
  readonly finding: Finding;
  /** The rows as they were last laid out, so that moving in them does not lay them out again. */
  readonly laid?: Laid | undefined;
}

export interface Laid {
  readonly files: readonly ReviewFile[];
  readonly notes: readonly ReviewNote[];
  readonly turned: ReadonlySet<number>;
  readonly width: number;
  readonly wide: boolean;
  readonly folded: ReadonlySet<number>;
  readonly items: readonly ReviewItem[];
}

export const landed = "landed";

export const freshReview: ReviewModel = {
  isWork: false,
  again: 0,
  place: reviewStart,
  turned: new Set(),
  sides: "auto",
  evidence: false,
  evidenceTop: 0,
  finding: noFinding,
};

/** From this width on, what shows that a change is good stands beside it. */
const roomForEvidence = 150;
const evidenceWidth = 46;
/** From this width on, before and after stand side by side. */
const roomForSides = 110;

export function widthsOf({ size }: Pick<At, "size">): { readonly change: number; readonly beside: number } {
  const beside = size.columns >= roomForEvidence ? evidenceWidth : 0;
  return { change: size.columns - (beside > 0 ? beside + 1 : 0), beside };
}

/** What can be reviewed now: each task that has work, and all that has landed. */
export function targetsAt({ session }: At): readonly string[] {
  if (!session) return [];
  const { state } = session;
  const tasks = tasksInOrder(state).flatMap((task) => (hasWork(task) ? [task.id] : []));
  const all = state.integration !== "" && state.integration !== state.session.repo.base;
  return [...tasks, ...(all ? [landed] : [])];
}

/** What is reviewed: what was asked for, or what most likely waits for a look. Undefined: there is nothing. */
export function targetAt({ target }: ReviewModel, at: At): string | undefined {
  const all = targetsAt(at);
  if (target !== undefined && all.includes(target)) return target;
  if (at.session?.waits.some(({ kind }) => kind === "ship") && all.includes(landed)) return landed;
  const asking = at.session?.waits.flatMap((wait) => ("task" in wait && wait.task ? [wait.task] : []));
  return asking?.find((id) => all.includes(id)) ?? all.find((id) => isOpen(id, at)) ?? all.at(-1);
}

function isOpen(id: string, { session }: At): boolean {
  const task = session?.state.tasks[id];
  return task !== undefined && task.commit !== undefined && !task.landed;
}

function hasWork({ commit, landed: done, worktree }: Task): boolean {
  return commit !== undefined || done !== undefined || worktree !== undefined;
}

/** Whether the worktree is shown: asked for, or there is nothing else yet. */
export function isWorkShown(model: ReviewModel, at: At): boolean {
  const task = at.session?.state.tasks[targetAt(model, at) ?? ""];
  if (!task || task.landed) return false;
  return task.commit === undefined || (model.isWork && task.worktree !== undefined);
}

export function changeAt(model: ReviewModel, at: At): Seen<ShownChange> | undefined {
  const target = targetAt(model, at);
  const { state } = at.session ?? {};
  if (target === undefined || !state) return undefined;
  if (target === landed)
    return at.read({ kind: "change", isWork: false, version: `${state.integration}.${model.again}` });
  const isWork = isWorkShown(model, at);
  const task = state.tasks[target];
  const commit = isWork ? "work" : (task?.landed?.commit ?? task?.commit ?? "");
  return at.read({ kind: "change", task: target, isWork, version: `${commit}.${model.again}` });
}

export function pageAt(model: ReviewModel, at: At): TaskPage | undefined {
  const target = targetAt(model, at);
  if (target === undefined || target === landed) return undefined;
  const seen = at.read({ kind: "task", task: target });
  return seen.kind === "there" ? seen.value : undefined;
}

export function actsAt(model: ReviewModel, at: At): readonly TaskAct[] {
  const target = targetAt(model, at);
  if (target === undefined || target === landed) return [];
  const seen = at.read({ kind: "acts", task: target });
  return seen.kind === "there" ? seen.value : [];
}

const noFiles: readonly ReviewFile[] = [];
const noNotes: readonly ReviewNote[] = [];

/** The rows of the change. Those of the model are taken as long as nothing is another. */
export function laidOut(model: ReviewModel, at: At): Laid {
  const change = changeAt(model, at);
  const files = change?.kind === "there" ? change.value.files : noFiles;
  const page = pageAt(model, at);
  const notes = page ? [...flagNotes(page.id, at), ...reviewNotes(page)] : noNotes;
  const width = widthsOf(at).change;
  const wide = model.sides === "auto" ? width >= roomForSides : model.sides === "two";
  const { laid, turned } = model;
  const isSame =
    laid?.files === files &&
    laid.turned === turned &&
    laid.width === width &&
    laid.wide === wide &&
    sameNotes(laid.notes, notes);
  if (isSame) return laid;
  const folded = new Set(
    files.flatMap(({ quiet }, index) => ((quiet !== undefined) !== turned.has(index) ? [index] : [])),
  );
  const items = reviewItems(files, { wide, folded, notes, width });
  return { files, notes, turned, width, wide, folded, items };
}

/** What green checks do not show stands at its file or its line. */
function flagNotes(id: string, { session }: At): readonly ReviewNote[] {
  const { flags = [], landed: done } = session?.state.tasks[id] ?? {};
  return flags.map(({ path, line, text }) => ({
    path,
    ...(line !== undefined && { line }),
    text: `flag: ${text}`,
    open: done === undefined,
  }));
}

function sameNotes(a: readonly ReviewNote[], b: readonly ReviewNote[]): boolean {
  return a.length === b.length && a.every((one, at) => one.text === b[at]?.text && one.open === b[at].open);
}

/** The place in rows that were laid out anew: on the same thing as before. */
export function placeIn(model: ReviewModel, laid: Laid): ReviewPlace {
  const { place } = model;
  if (!model.laid || model.laid === laid || model.laid.files !== laid.files) {
    const at = Math.max(0, Math.min(place.at, laid.items.length - 1));
    return at === place.at ? place : { ...place, at };
  }
  const at = sameRow(laid.items, model.laid.items[place.at]);
  return { ...place, at, top: Math.max(0, place.top + at - place.at) };
}
