import type { EventOf } from "../../facts/events.ts";
import type { JudgedCriterion } from "../../facts/finding-schema.ts";
import { checkName } from "../../reports/check-ended.ts";
import { nameWords } from "../../reports/test-report.ts";
import { findingAnswerText, reviewFindingText } from "../../state/finding-text.ts";
import type { Instant } from "../../terms/ids.ts";
import { oneLine } from "../../text/one-line.ts";
import { listedPath, pathList } from "../../text/path-list.ts";
import { counted, moneyText } from "../cost/money-text.ts";
import { statLines } from "./stat-lines.ts";
import type { AskedQuestion, PastComment, PastConflict, PastReview, TaskHistory } from "./task-history.ts";
import type { PageWait, TaskPage } from "./task-page.ts";

const mostOfReturn = 8;
const mostFailing = 10;

/** A part of the page of a task. */
export interface PageSection {
  readonly title: string;
  /** Each on one line. Those that belong to the one above are indented. */
  readonly rows: readonly string[];
}

/** The page of a task for people, part by part, without those that are empty. `timeOf`: a time as their clock shows it. */
export function pageSections(page: TaskPage, timeOf: (at: Instant) => string): readonly PageSection[] {
  const all: readonly PageSection[] = [
    { title: "What to do", rows: planLines(page) },
    { title: "How its engineer goes about it", rows: ownPlanLines(page) },
    { title: "To do", rows: page.todos.map(({ text, done }) => `${done ? "x" : "-"}  ${oneLine(text)}`) },
    { title: "Questions", rows: page.questions.flatMap(questionLines) },
    { title: "Comments", rows: page.comments.map(commentLine) },
    { title: "Earlier attempts", rows: page.attempts.map((one) => `${one.attempt}  ${oneLine(one.why)}`) },
    { title: "Came back", rows: cameBackLines(page) },
    { title: "Conflicts", rows: page.conflicts.flatMap(conflictLines) },
    { title: "Reviews", rows: page.reviews.flatMap(reviewLines) },
    { title: "Checks", rows: checkLines(page.checks) },
    { title: "Flags", rows: page.flags.map(oneLine) },
    { title: "Work", rows: workLines(page) },
    { title: "Changes", rows: changeLines(page) },
    { title: logTitle, rows: page.lines.map((line) => lineOf(line, timeOf)) },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** The part that tells what happened, oldest first. */
export const logTitle = "Lately";

/** What waits for the person because of it, with what they can answer. */
export function waitLines({ title, text, answers }: PageWait): readonly string[] {
  const rows = text === "" ? [] : text.split("\n");
  return [oneLine(title), ...[...rows, ...answers].map((row) => `  ${oneLine(row)}`)];
}

function commentLine({ text, cited }: PastComment): string {
  const place = cited ? `${listedPath(cited.path)}:${cited.from}: ` : "";
  return `${place}${oneLine(text)}`;
}

function conflictLines({ files, mine, theirs }: PastConflict): readonly string[] {
  return [
    `in ${pathList(files)}`,
    `  ${mine.task} wants: ${oneLine(mine.words)}`,
    ...theirs.map(({ task, words }) => `  ${task} has landed, and wanted: ${oneLine(words)}`),
  ];
}

function cameBackLines({ returns, rounds }: TaskPage): readonly string[] {
  if (returns.length === 0) return [];
  return [`${rounds.used} of ${counted(rounds.most, "round")} used`, ...returns.flatMap(returnLines)];
}

/** The first lines say what came back; what checks printed can be long, and is in the log. */
function returnLines({ trigger, words }: TaskPage["returns"][number]): readonly string[] {
  const [first = "", ...rest] = words
    .split("\n")
    .map(oneLine)
    .filter((line) => line !== "");
  const left = rest.length - mostOfReturn;
  return [
    `${trigger}: ${first}`,
    ...rest.slice(0, mostOfReturn).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${counted(left, "more line")}`] : []),
  ];
}

/** Where a task stands, in one line. */
export function pageHead(page: TaskPage): string {
  const { state, owner, attempt, layer, plan, waitsWhy, dependents, into, partOf } = page;
  return [
    state,
    ...(owner === undefined ? [] : [owner]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    `layer ${layer}`,
    ...(plan.dependsOn.length > 0 ? [`after ${plan.dependsOn.join(", ")}`] : []),
    ...(waitsWhy === "" ? [] : [waitsWhy]),
    ...(partOf === undefined ? [] : [`part of ${partOf}`]),
    ...(into.length > 0 ? [`now ${into.join(", ")}`] : []),
    ...(dependents.length > 0 ? [`before ${dependents.join(", ")}`] : []),
  ].join(", ");
}

function planLines({ plan, interfaces, learned }: TaskPage): readonly string[] {
  return [
    oneLine(plan.approach),
    ...interfaces.map((one) => `interface: ${oneLine(one)}`),
    ...plan.avoid.map((one) => `not: ${oneLine(one)}`),
    ...plan.done.map((one) => `done when: ${oneLine(one)}`),
    ...(plan.checks ?? []).map((one) => `shown by: ${oneLine(one)}`),
    ...(plan.decisions?.length ? [`decisions: ${plan.decisions.join(", ")}`] : []),
    ...(plan.requirements.length > 0 ? [`for: ${plan.requirements.join(", ")}`] : []),
    ...(plan.files.length > 0 ? [`files: ${pathList(plan.files)}`] : []),
    ...learned.map((one) => `learned: ${oneLine(one)}`),
  ];
}

function ownPlanLines({ ownPlan }: TaskPage): readonly string[] {
  if (!ownPlan) return [];
  const agreed = ownPlan.agreed ? "agreed" : "not agreed yet";
  return [...ownPlan.text.split("\n").map(oneLine), `(${agreed}; confidence: ${ownPlan.confidence})`];
}

function questionLines({ id, from, text, passed, answer }: AskedQuestion): readonly string[] {
  return [
    `${id}  ${from}: ${oneLine(text)}`,
    ...(passed ? [`  ${passed.by} could not answer: ${oneLine(passed.why)}`] : []),
    answer ? `  ${answer.by === "human" ? "you" : answer.by}: ${oneLine(answer.text)}` : "  (no answer)",
  ];
}

const verdicts: Readonly<Record<PastReview["subject"], Readonly<Record<PastReview["verdict"], string>>>> = {
  plan: { approved: "agrees to the plan", changes: "wants another plan", rejected: "rejects the plan" },
  completion: {
    approved: "has seen that it is done already",
    changes: "has seen that it is not done yet",
    rejected: "has seen that it is not done yet",
  },
  code: { approved: "approves", changes: "asks for changes", rejected: "rejects it" },
  budget: { approved: "grants more", changes: "sends it another way", rejected: "stops it" },
};

function reviewLines(review: PastReview): readonly string[] {
  const { seat, subject, verdict, commit, feedback, findings, criteria = [], flags = [] } = review;
  return [
    `${seat} ${verdicts[subject][verdict]} (${commit.slice(0, 8)}): ${oneLine(feedback)}`,
    ...findings.flatMap(({ answer, ...found }) => [
      `  ${oneLine(reviewFindingText(found))}`,
      ...(answer ? [`    ${oneLine(findingAnswerText({ finding: found.id, ...answer }))}`] : []),
    ]),
    ...criteria.map((one) => `  ${criterionText(one)}`),
    ...flags.map(({ id, ok, why }) => `  flag ${id} is ${ok ? "" : "not "}ok: ${oneLine(why)}`),
  ];
}

const metWords: Readonly<Record<JudgedCriterion["met"], string>> = {
  yes: "met",
  no: "not met",
  unverified: "not seen",
};

function criterionText({ id, met, evidence, why }: JudgedCriterion): string {
  const shown = evidence.length > 0 ? ` (${evidence.map(oneLine).join("; ")})` : "";
  return `${id} ${metWords[met]}${shown}${why === undefined ? "" : `: ${oneLine(why)}`}`;
}

type Result = EventOf<"checks.finished">["results"][number];

function checkLines(checks: TaskHistory["checks"]): readonly string[] {
  if (!checks) return [];
  const { commit, why, passed, results, known = [], flaky = [] } = checks;
  const said = passed ? "pass" : "fail";
  return [
    `of ${commit.slice(0, 8)}, ${why === "landing" ? "before landing" : "of the task"}: they ${said}`,
    ...results.flatMap(resultLines),
    ...known.map((name) => `as on the base commit: ${oneLine(name)}`),
    ...flaky.map((name) => `flaky: ${oneLine(name)}`),
  ];
}

function resultLines(result: Result): readonly string[] {
  const { exit, counts, failing = [], moreFailing = 0, broken, tail } = result;
  const how = exit === 0 ? "passed" : exit === null ? "ended by a signal" : `exit ${exit}`;
  const tests = counts ? `, ${counts.passed} passed, ${counts.failed} failed` : "";
  const shown = failing.slice(0, mostFailing);
  const more = failing.length - shown.length + moreFailing;
  return [
    `${oneLine(checkName(result))}: ${how}${tests}`,
    ...shown.map(
      (test) => `  ${oneLine(nameWords(test))}${test.place === undefined ? "" : ` (${test.place})`}`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(broken === undefined ? [] : [`  ${oneLine(broken)}`]),
    ...(tail === undefined ? [] : tail.split("\n").map((row) => `  ${oneLine(row)}`)),
  ];
}

function workLines(page: TaskPage): readonly string[] {
  const { summary, wrote, commit, landed, worktree, branch, spending } = page;
  const { requests, spent } = spending;
  const cost = `${counted(requests, "request")}, ${counted(spent.tokens, "token")}, ${moneyText(spent)}`;
  return [
    ...(page.claim === undefined ? [] : [`done already, as its engineer says: ${oneLine(page.claim)}`]),
    ...(summary === undefined ? [] : [`done: ${oneLine(summary)}`]),
    ...(wrote.length > 0 ? [`wrote: ${pathList(wrote)}`] : []),
    ...(commit === undefined ? [] : [`commit: ${commit.slice(0, 12)} on ${branch}`]),
    ...(landed ? [`landed: ${landed.commit.slice(0, 12)}`] : []),
    ...(worktree === undefined ? [] : [`worktree: ${worktree}`]),
    `cost: ${requests === 0 ? "nothing yet" : cost}`,
  ];
}

function changeLines({ id, changed }: TaskPage): readonly string[] {
  return changed === undefined ? [] : [...statLines(changed), `to read it: huddle diff ${id}`];
}

function lineOf({ at, who, text }: TaskHistory["lines"][number], timeOf: (at: Instant) => string): string {
  const name = who === "harness" ? "Huddle" : who === "human" ? "you" : who;
  return `${timeOf(at)}  ${name} ${oneLine(text)}`;
}
