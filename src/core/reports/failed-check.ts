import { clipped, wholeBefore } from "../text/clipped.ts";
import { checkEnded } from "./check-ended.ts";
import { type FailingTest, nameWords, type TestReport } from "./test-report.ts";

const mostInDetail = 10;
const mostNamed = 40;
const mostMessage = 600;
/**
 * Where tests are named, the end of the output only shows what is around them; where each is told with all that it says,
 * the end would mostly say that again.
 */
const mostTail = { told: 400, named: 1500, alone: 3000 };

/** A check that failed, as far as it must be known to tell about it. */
export interface FailedCheck {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
  readonly output: string;
  readonly report: TestReport;
}

/**
 * What a failed check says, for a member or a person: what the sandbox did to it, the failing tests, then the end of the
 * output.
 */
export function failedCheckWords(check: FailedCheck): string {
  const { report } = check;
  const { blocked, output } = apart(check.output);
  const head = `${blocked}${checkEnded(check)}`;
  const tests = failingWords(report);
  if (tests === "") return `${head}:\n${endOf(output, mostTail.alone)}`;
  return `${head}. ${tests}\n\nThe end of its output:\n${endOf(output, isAllTold(report) ? mostTail.told : mostTail.named)}`;
}

/** Lines about the sandbox stand before all that a check printed, which may be long. */
function apart(text: string): { readonly blocked: string; readonly output: string } {
  const [blocked = ""] = /^(?:\[sandbox\] .*\n)*/.exec(text) ?? [];
  return { blocked, output: text.slice(blocked.length) };
}

function failingWords({ failing, more, counts }: TestReport): string {
  if (failing.length === 0) return "";
  const all = failing.length + more;
  const passed = counts && counts.passed > 0 ? ` (${counts.passed} passed)` : "";
  const shown = failing.slice(0, mostInDetail).map((test, index) => `${index + 1}. ${inDetail(test)}`);
  const named = failing.slice(mostInDetail, mostNamed).map((test) => `- ${nameWords(test)}`);
  const left = all - shown.length - named.length;
  const rest = left > 0 ? [`and ${left} more`] : [];
  return [
    `${all === 1 ? "One test fails" : `${all} tests fail`}${passed}:`,
    ...shown,
    ...named,
    ...rest,
  ].join("\n");
}

function isAllTold({ failing, more }: TestReport): boolean {
  return (
    more === 0 &&
    failing.length <= mostInDetail &&
    failing.every(({ message = "" }) => message.trim() !== "" && message.length <= mostMessage)
  );
}

function inDetail(test: FailingTest): string {
  const { place, message } = test;
  const lines = [
    ...(place === undefined ? [] : [`at ${place}`]),
    ...(message === undefined ? [] : clipped(message, mostMessage).split("\n")),
  ];
  return [nameWords(test), ...lines.map((line) => `   ${line}`.trimEnd())].join("\n");
}

/** The last lines that fit; the start of a line that does not fit is left out. */
function endOf(output: string, most: number): string {
  const trimmed = output.trim();
  if (trimmed.length <= most) return trimmed;
  const end = trimmed.slice(wholeBefore(trimmed, trimmed.length - most));
  const line = end.indexOf("\n");
  return `…\n${line > most / 2 ? end : end.slice(line + 1)}`;
}
