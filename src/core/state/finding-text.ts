import type { FindingAnswer, ReviewFinding } from "../facts/finding-schema.ts";
import type { Findings } from "../terms/artifacts.ts";

/** A finding on one line: how bad, which task, where, what. */
export function findingText({ severity, task, file, line, text }: Findings["findings"][number]): string {
  const place = file === undefined ? "" : ` ${placeText(file, line)}`;
  return `${severity}, ${task}${place}: ${text}`;
}

/** What a review of a task found, on one line: its id, where, what. */
export function reviewFindingText({ id, path, line, text }: ReviewFinding): string {
  return `${id}  ${path === undefined ? "" : `${placeText(path, line)}: `}${text}`;
}

/** What its author says to a finding, on one line. */
export function findingAnswerText({ finding, answer, why, test }: FindingAnswer): string {
  return `${finding}  ${answer}: ${why}${test === undefined ? "" : ` (test: ${test})`}`;
}

export function placeText(path: string, line: number | undefined): string {
  return `${path}${line === undefined ? "" : `:${line}`}`;
}
