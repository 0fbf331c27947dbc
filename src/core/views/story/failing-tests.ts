import type { EventOf } from "../../facts/events.ts";
import { readTests } from "../../reports/runners/read-tests.ts";
import { nameWords, type TestName, wholeFile } from "../../reports/test-report.ts";

const most = 3;

type Result = EventOf<"checks.finished">["results"][number];

/** Names of the tests that failed in these checks, a few of them. May be none. */
export function failingTests(results: readonly Result[]): readonly string[] {
  const more = results.reduce((sum, { moreFailing = 0 }) => sum + moreFailing, 0);
  return few(
    results.flatMap(({ failing = [] }) => failing.map(nameOf)),
    more,
  );
}

/** The same, read from the feedback of an older version, which kept no names. */
export function failingTestsIn(feedback: string): readonly string[] {
  const { failing, more } = readTests(feedback);
  return few(failing.map(nameOf), more);
}

/** With the groups around it: under tape, a test's own name stands there, and `test` is the text of an assertion. */
function nameOf({ file, suite, test = "" }: TestName): string {
  return test === wholeFile && file !== undefined ? file : nameWords({ suite, test });
}

function few(named: readonly string[], more: number): readonly string[] {
  const names = [...new Set(named)];
  const left = names.length - most + more;
  return left > 0 ? [...names.slice(0, most), `and ${left} more`] : names;
}
