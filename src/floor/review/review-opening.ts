import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { hanging, quoted } from "../../core/text/quoted.ts";
import { visible } from "../../core/text/visible.ts";
import { filesOfSlim } from "../../tools/code/slim-diff.ts";
import { passedWords } from "../gather-evidence.ts";
import { toldToReviewer } from "../left-out.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
import { findingsAnswered } from "./findings.ts";
import { heldBackWords } from "./held-back.ts";
import type { Asked } from "./verdict-faults.ts";

/** A change up to this many characters stands in the first request, so that a small one needs no other. */
const smallChange = 6_000;

export interface Changes {
  /** The whole change under review, slim. */
  readonly all: string;
  /** What was changed since the last review. Undefined: this is the first. */
  readonly since: string | undefined;
}

/** Whether a reviewer has read the change once it has read its first request. Of a second review, the change since. */
export function standsInOpening({ all, since }: Changes): boolean {
  return isShown(since ?? all);
}

/** Whether a change is so small that it is shown with the opening. */
export function isShown(change: string): boolean {
  return change.length <= smallChange;
}

/** All that a reviewer knows before it looks. */
export function reviewOpening(
  state: State,
  task: Task,
  seat: string,
  { all, since }: Changes,
  { asked, refuted = "" }: { readonly asked?: Asked | undefined; readonly refuted?: string } = {},
): string {
  const parts = [
    taskBrief(task.plan, state),
    asked ? criteriaWords(asked) : "",
    `Author: ${task.owner}. You are ${seat}, the reviewer.`,
    task.summary === undefined ? "" : `The author says: ${hanging(task.summary)}`,
    askedBefore(task),
    `The harness says: ${passedWords(task.evidence?.results ?? [], task.evidence)}.${asked ? checkNames(task) : ""}`,
    flagWords(task, asked !== undefined),
    toldToReviewer(task.evidence?.leftOut ?? []),
    heldBackWords(state, task),
    task.review ? findingsAnswered(task.review) : "",
    refuted,
    since === undefined ? "" : changeText("What was changed since then", since, "read_diff with since: true"),
    changeText("The whole change", all, "read_diff"),
    since === undefined
      ? "Read the whole change, then give your verdict."
      : "Judge first whether each finding is dealt with; accept a refutation or say why not. Then look for what else broke, and give your verdict.",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

/** What a verdict has to answer, by id. */
function criteriaWords({ criteria }: Asked): string {
  if (criteria.length === 0) return "";
  return [
    "Say of each criterion whether this commit meets it:",
    ...criteria.map(({ id, text }) => `- ${id} ${hanging(text)}`),
  ].join("\n");
}

/** The names by which a reviewer can cite checks. */
function checkNames({ evidence }: Task): string {
  const names = (evidence?.results ?? []).map(({ name, counts }) =>
    counts ? `${oneLine(name)} (${counts.passed} passed)` : oneLine(name),
  );
  return names.length === 0 ? "" : ` By name: ${names.join(", ")}.`;
}

/** What the harness noticed about the tests. It may be right, and only somebody who knows the task can say. */
function flagWords({ flags = [] }: Task, byId: boolean): string {
  if (flags.length === 0) return "";
  const lines = flags.map(
    ({ id, text, path, line }) =>
      `- ${byId ? `flag ${id}: ` : ""}${oneLine(text)}${line === undefined ? "" : ` (${oneLine(path)}:${line})`}`,
  );
  return [
    "Green checks do not show this. Look at each of these; ask for changes unless the task calls for it:",
    ...lines,
  ].join("\n");
}

function changeText(title: string, change: string, how: string): string {
  if (change === "") return `${title}: nothing.`;
  if (isShown(change)) return `${title}:\n${quoted(visible(change.trimEnd()))}`;
  const lines = change.split("\n").length;
  return [
    `${title} has ${lines === 1 ? "one line" : `${lines} lines`}; ${how} shows it.`,
    ...filesOfSlim(change).map((file) => `- ${visible(file)}`),
  ].join("\n");
}
