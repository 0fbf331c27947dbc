import { askFrame } from "../acts/asking.ts";
import { oneLine, plainText } from "../plain-text.ts";
import { boardOf } from "../plan/board.ts";
import { noticesOf } from "../plan/notices.ts";
import type { Frame } from "../rows/frame.ts";
import { padded } from "../rows/layout.ts";
import { shownAt } from "../rows/list-place.ts";
import { wrap } from "../rows/wrap.ts";
import type { At } from "../screen/screen.ts";
import { pageSections } from "../task/page-sections.ts";
import { fitted, widthOf } from "../text-width.ts";
import { findFrame } from "./review-find.ts";
import {
  changeAt,
  type Laid,
  laidOut,
  landed,
  pageAt,
  placeIn,
  type ReviewModel,
  targetAt,
  widthsOf,
} from "./review-model.ts";
import { evidenceLine } from "./review-notes.ts";
import { reviewRows } from "./review-rows.ts";

/** A row for what it is, one for what shows that it is good, then the change, and what is asked. */
export function reviewFrame(model: ReviewModel, at: At): Frame {
  const target = targetAt(model, at);
  if (target === undefined) return { rows: emptyRows(at) };
  const laid = laidOut(model, at);
  const head = headRows(model, at, laid);
  const foot = footFrame(model, at);
  const height = roomFor(model, at);
  const { beside } = widthsOf(at);
  const change = model.evidence ? coverRows(model, at, height) : changeRows(model, at, laid, height);
  const room = widthsOf(at).change;
  const filled = [
    ...change,
    ...Array.from({ length: Math.max(0, height - change.length) }, () => " ".repeat(room)),
  ];
  const evidence = beside > 0 ? evidenceRows(model, at, beside - 1).slice(0, height) : [];
  const divider = at.paint("dim", "│");
  const body = filled.map((row, index) => (beside > 0 ? `${row}${divider} ${evidence[index] ?? ""}` : row));
  const above = [...head, ...body];
  const { cursor } = foot;
  return {
    rows: [...above, ...foot.rows],
    ...(cursor && { cursor: { ...cursor, row: cursor.row + above.length } }),
  };
}

/** What is asked, or looked for. */
function footFrame(model: ReviewModel, at: At): Frame {
  return model.asking ? askFrame(model, at) : findFrame(model.finding, at);
}

/** Rows for the change itself. */
export function roomFor(model: ReviewModel, at: At): number {
  return Math.max(1, at.size.rows - 2 - footFrame(model, at).rows.length);
}

/** `t2  Read the lines · review, ida` and on the right where the cursor is; below it the evidence in one line. */
function headRows(model: ReviewModel, at: At, laid: Laid): readonly string[] {
  const { size, paint, session } = at;
  const target = targetAt(model, at) ?? "";
  const row = session && boardOf(session.state).find(({ id }) => id === target);
  const change = changeAt(model, at);
  const title = row
    ? `${row.id}  ${oneLine(row.title)} · ${[row.state, row.owner].filter((one) => one).join(", ")}`
    : "";
  const what = change?.kind === "there" ? oneLine(change.value.what) : "";
  const place = placeWords(model, laid);
  const left = fitted(` ${title === "" ? what : title}`, Math.max(10, size.columns - widthOf(place) - 2));
  const gap = " ".repeat(Math.max(1, size.columns - widthOf(left) - widthOf(place)));
  const page = pageAt(model, at);
  const shown = page ? evidenceLine(page) : target === landed ? "" : "…";
  const below = [title === "" ? "" : what, shown].filter((one) => one !== "").join(" · ");
  return [
    `${paint("bold", left)}${gap}${paint("dim", place)}`,
    paint("dim", fitted(` ${below}`, size.columns)),
  ];
}

/** `file 2 of 5 · +120 −3`. */
function placeWords(model: ReviewModel, laid: Laid): string {
  const { files, items } = laid;
  if (files.length === 0) return "";
  const file = items[placeIn(model, laid).at]?.file ?? 0;
  const sum = (pick: "added" | "removed") => files.reduce((all, one) => all + one[pick], 0);
  return `file ${file + 1} of ${files.length} · +${sum("added")} −${sum("removed")}`;
}

function changeRows(model: ReviewModel, at: At, laid: Laid, height: number): readonly string[] {
  const change = changeAt(model, at);
  const { change: width } = widthsOf(at);
  if (change?.kind !== "there") return plainRows(change?.kind === "failed" ? change.why : "…", width);
  const { files, items, wide, folded } = laid;
  if (items.length === 0) return plainRows("Nothing has changed.", width);
  const before = placeIn(model, laid);
  const place = shownAt(before, before.at, items.length, height);
  return reviewRows({ files, items, place, height, width, wide, folded, paint: at.paint });
}

function plainRows(text: string, width: number): readonly string[] {
  return wrap(plainText(text), width - 1).map((row) => padded(` ${row}`, width));
}

/** Over the change, where there is no room beside it. */
function coverRows(model: ReviewModel, at: At, height: number): readonly string[] {
  const rows = evidenceRows(model, at, widthsOf(at).change - 2);
  const top = Math.max(0, Math.min(model.evidenceTop, rows.length - height));
  return rows.slice(top, top + height).map((row) => ` ${row}`);
}

const wanted = ["Conflicts", "Flags", "Checks", "Reviews", "Comments", "What to do"];

/** Conflicts with what both sides are for, flags, checks, reviews, and what was to be done. */
export function evidenceRows(model: ReviewModel, at: At, width: number): readonly string[] {
  const { paint, times, now, session } = at;
  const page = pageAt(model, at);
  if (!page) {
    const notices = session && targetAt(model, at) === landed ? noticesOf(session.state) : [];
    return notices.flatMap((notice) =>
      wrap(`! ${plainText(notice)}`, width, 2).map((row) => paint("warn", row)),
    );
  }
  const sections = pageSections(page, (time) => times.time(time, now));
  const claim =
    page.summary === undefined ? [] : [{ title: "Done, as its engineer says", rows: [page.summary] }];
  const shown = [...claim, ...wanted.flatMap((title) => sections.find((one) => one.title === title) ?? [])];
  return shown.flatMap(({ title, rows }, index) => [
    ...(index === 0 ? [] : [""]),
    paint(title === "Conflicts" || title === "Flags" ? "warn" : "bold", fitted(title, width)),
    ...rows.flatMap((row) => wrap(plainText(row).replaceAll("\n", " "), width, 2)),
  ]);
}

function emptyRows({ session, size, paint, isOpening }: At): readonly string[] {
  const text = isOpening
    ? "Opening …"
    : session
      ? "There is no change to review yet. A task has one as soon as its engineer has a worktree: see the Board (Alt-3)."
      : "No session is open here. Home (Alt-1) lists all sessions, and starts one.";
  return ["", ...wrap(text, size.columns - 2).map((row) => ` ${paint("dim", row)}`)];
}
