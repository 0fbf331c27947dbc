import { oneLine } from "../../text/one-line.ts";
import { counted } from "../cost/money-text.ts";
import { plainState } from "../plan/board.ts";
import type { Focused } from "./focus.ts";
import type {
  TracedChecks,
  TracedCriterion,
  TracedDecision,
  TracedRequirement,
  TracedReview,
  TracedTask,
} from "./trace.ts";

/** A trace for people: what was decided and asked for, what was built for it, and where that breaks off. */
export function traceLines(trace: Focused): readonly string[] {
  const sections = [
    section("Decisions", trace.decisions.flatMap(decisionLines)),
    section("Requirements", trace.requirements.flatMap(requirementLines)),
    section("Tasks", trace.tasks.flatMap(taskLines)),
    section(
      "Gaps",
      trace.gaps.map(({ text }) => `  ! ${oneLine(text)}`),
    ),
  ].filter((lines) => lines.length > 0);
  if (sections.length === 0) return ["Nothing is decided or planned yet."];
  const isWhole = trace.gaps.length === 0 && trace.tasks.length > 0;
  return [...sections.flatMap((lines) => ["", ...lines]).slice(1), ...(isWhole ? ["", "No gaps."] : [])];
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function decisionLines({
  id,
  topic,
  decision,
  amendedBy,
  tasks,
  requirements,
}: TracedDecision): readonly string[] {
  const later = amendedBy === undefined ? "" : ` (no longer: see ${amendedBy})`;
  return [
    `  ${id}  ${oneLine(topic)}: ${oneLine(decision)}${later}`,
    ...(tasks.length === 0 ? [] : [`      followed by ${tasks.join(", ")}${forWhat(requirements)}`]),
  ];
}

function forWhat(requirements: readonly string[]): string {
  return requirements.length === 0 ? "" : `, for ${requirements.join(", ")}`;
}

function requirementLines({ id, text, tasks, decisions, criteria }: TracedRequirement): readonly string[] {
  const by = tasks.length === 0 ? "no task covers it" : `built by ${tasks.join(", ")}`;
  const why = decisions.length === 0 ? "" : `; decided in ${decisions.join(", ")}`;
  return [
    `  ${id}  ${oneLine(text)}`,
    `      ${by}${why}`,
    ...criteria.map((one) => `      ${one.id} ${oneLine(one.text)}: ${judgedWords(one.judged)}`),
  ];
}

const metWords = { yes: "met", no: "not met", unverified: "not verified" } as const;

/** What a review said about a criterion. */
export function judgedWords(judged: TracedCriterion["judged"]): string {
  if (!judged) return "no review judged it by itself";
  const words = [...judged.evidence, ...(judged.why === undefined ? [] : [judged.why])];
  const shown = words.length === 0 ? "" : ` (${words.map(oneLine).join("; ")})`;
  return `${metWords[judged.met]}, says ${judged.by}${shown}`;
}

function taskLines(task: TracedTask): readonly string[] {
  const { id, title, state, wasDone, engineer, requirements, decisions, commits, landed } = task;
  const who = engineer === undefined ? "" : `, ${engineer}`;
  const why = [...requirements, ...decisions];
  const last = commits.at(-1);
  return [
    `  ${id}  ${oneLine(title)} (${wasDone ? "already done" : plainState(state)}${who})`,
    ...(why.length === 0 ? [] : [`      for ${why.join(", ")}`]),
    ...(last === undefined ? [] : [`      ${commitWords(last, commits.length - 1, landed)}`]),
    ...task.checks.map((one) => `      ${checksWords(one)}`),
    ...task.reviews.map((one) => `      ${reviewWords(one)}`),
  ];
}

function commitWords(last: string, before: number, landed: string | undefined): string {
  const earlier = before === 0 ? "" : `, after ${counted(before, "earlier one")} that did not land`;
  if (landed === undefined) return `commit ${short(last)}${earlier}`;
  return landed === last
    ? `commit ${short(last)}, landed as it is${earlier}`
    : `commit ${short(last)}, landed by the merge ${short(landed)}${earlier}`;
}

function checksWords({ why, commit, passed, results }: TracedChecks): string {
  const names = results.map(({ name, exit, counts }) => {
    const tests = counts ? `, ${counted(counts.passed, "test passes", "tests pass")}` : "";
    return `${oneLine(name)} ${exit === 0 ? "green" : "red"}${tests}`;
  });
  const verdict = results.length === 0 ? "no checks are configured" : names.join("; ");
  const known = passed && results.some(({ exit }) => exit !== 0) ? " (no new failure)" : "";
  return `${why === "testing" ? "checks" : `checks at ${why}`} on ${short(commit)}: ${verdict}${known}`;
}

function reviewWords({ by, verdict, commit, findings }: TracedReview): string {
  const said = { approved: "approved", changes: "asked for changes to", rejected: "rejected" }[verdict];
  return `${by} ${said} ${short(commit)}${findings === 0 ? "" : `: ${counted(findings, "finding")}`}`;
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
