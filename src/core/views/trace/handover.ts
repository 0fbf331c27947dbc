import { findingText } from "../../state/finding-text.ts";
import type { State } from "../../state/state.ts";
import type { TaskId } from "../../terms/ids.ts";
import type { ChangedFile } from "../../text/changed-files.ts";
import { oneLine } from "../../text/one-line.ts";
import type { Spending } from "../cost/cost.ts";
import { counted, moneyText } from "../cost/money-text.ts";
import { plainState } from "../plan/board.ts";
import { noticesOf } from "../plan/notices.ts";
import type { Trace, TracedRequirement, TracedTask } from "./trace.ts";
import { judgedWords } from "./trace-lines.ts";

/** What a person gets and what is missing, before anything is shipped. */
export interface Handover {
  /** One row for each requirement or, in work without a scope, for each task. */
  readonly rows: readonly HandoverRow[];
  /** Findings of the last review that nobody is going to mend. */
  readonly findings: readonly string[];
  /** What green checks do not show. */
  readonly notices: readonly string[];
  readonly changed: { readonly files: number; readonly added: number; readonly removed: number };
  readonly spent: Spending["spent"];
}

export interface HandoverRow {
  readonly id: string;
  readonly text: string;
  readonly standing: Standing;
  readonly tasks: readonly TaskId[];
  /** What shows that it holds. */
  readonly shown: readonly string[];
  readonly missing: readonly string[];
}

/** `met`: all of its tasks have landed, and no review says otherwise. */
type Standing = "met" | "not verified" | "not met" | "in part" | "missing";

/** What can be told of the change and its cost, which the log alone does not say. */
export interface Measured {
  readonly files: readonly ChangedFile[];
  readonly spent: Spending["spent"];
}

export function handoverOf(state: State, trace: Trace, { files, spent }: Measured): Handover {
  const minor =
    state.accepted.findings?.body.findings.filter(({ severity }) => severity !== "blocking") ?? [];
  const rows =
    trace.requirements.length > 0
      ? trace.requirements.map((one) => requirementRow(one, trace))
      : trace.tasks.filter(({ isSplit }) => !isSplit).map(taskRow);
  return {
    rows,
    findings: minor.map((one) => oneLine(findingText(one))),
    notices: noticesOf(state),
    changed: {
      files: files.length,
      added: files.reduce((sum, { added }) => sum + added, 0),
      removed: files.reduce((sum, { removed }) => sum + removed, 0),
    },
    spent,
  };
}

function requirementRow({ id, text, tasks, criteria }: TracedRequirement, trace: Trace): HandoverRow {
  const covering = trace.tasks.filter((task) => tasks.includes(task.id));
  const judged = criteria.filter((one) => one.judged);
  const unmet = judged.filter((one) => one.judged?.met === "no");
  const unverified = judged.filter((one) => one.judged?.met === "unverified");
  const open = covering.filter((task) => !task.isDone);
  const standing = ((): Standing => {
    if (covering.length === open.length) return "missing";
    if (open.length > 0) return "in part";
    if (unmet.length > 0) return "not met";
    return unverified.length > 0 ? "not verified" : "met";
  })();
  const words = (one: (typeof criteria)[number]) =>
    `${one.id} ${oneLine(one.text)}: ${judgedWords(one.judged)}`;
  return {
    id,
    text,
    standing,
    tasks,
    shown: [
      ...covering.filter((task) => task.isDone).map(shownBy),
      ...judged.filter((one) => one.judged?.met === "yes").map(words),
    ],
    missing: [
      ...(covering.length === 0 ? ["no task covers it"] : open.map(openWords)),
      ...[...unmet, ...unverified].map(words),
    ],
  };
}

function taskRow(task: TracedTask): HandoverRow {
  const { id, title, isDone } = task;
  return {
    id,
    text: title,
    standing: isDone ? "met" : "missing",
    tasks: [id],
    shown: isDone ? [shownBy(task)] : [],
    missing: isDone ? [] : [openWords(task)],
  };
}

function openWords({ id, title, state, isCancelled, isReverted }: TracedTask): string {
  if (isReverted) return `${id} was taken back: ${oneLine(title)}`;
  return isCancelled
    ? `${id} was cancelled: ${oneLine(title)}`
    : `${id} is not landed (${plainState(state)})`;
}

/** Of a task that landed: where, what the checks said, and who approved it. */
function shownBy({ id, landed, wasDone, checks, reviews }: TracedTask): string {
  if (wasDone) return `${id} was done already`;
  const last = checks.findLast(({ passed }) => passed);
  const tests = last?.results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0) ?? 0;
  const green = last && last.results.length > 0 ? "checks green" : "no checks";
  const by = reviews.findLast(({ verdict }) => verdict === "approved")?.by;
  return [
    `${id} landed${landed === undefined ? "" : ` at ${landed.slice(0, 12)}`}`,
    `${green}${tests > 0 ? `, ${counted(tests, "test")}` : ""}`,
    by === undefined ? "no review" : `approved by ${by}`,
  ].join("; ");
}

export function handoverLines({ rows, findings, notices, changed, spent }: Handover): readonly string[] {
  return [
    ...rows.flatMap((row) => [
      `  ${row.standing === "met" ? "✓" : "✗"} ${row.id}  ${oneLine(row.text)}${row.standing === "met" ? "" : `: ${row.standing}`}`,
      ...row.shown.map((text) => `        ${text}`),
      ...row.missing.map((text) => `      ! ${text}`),
    ]),
    ...findings.map((text) => `  Still open: ${text}`),
    ...notices.map((text) => `  ! ${oneLine(text)}`),
    `  ${counted(changed.files, "file")} changed, +${changed.added} −${changed.removed}`,
    `  ${counted(spent.requests, "request")}, ${counted(spent.tokens, "token")}, ${moneyText(spent)}`,
  ];
}
