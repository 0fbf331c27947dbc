import { checkEnded, checkName } from "./check-ended.ts";
import { nameWords, type TestName, testId, wholeFile } from "./test-report.ts";

/** What one check said about a commit, as far as two runs of it can be compared. */
export interface CheckSaid {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
  readonly counts?: { readonly passed: number; readonly failed: number } | undefined;
  readonly failing?: readonly TestName[] | undefined;
  readonly moreFailing?: number | undefined;
  readonly broken?: string | undefined;
  readonly tail?: string | undefined;
}

/** How a check compares with the same check on an earlier commit. */
export interface Judged {
  /** It is green, or fails only as it did before. */
  readonly ok: boolean;
  /** Failures that were not there before. A check that fails without naming tests is one failure. */
  readonly fresh: readonly string[];
  /** Failures that were there before. */
  readonly known: readonly string[];
}

const unnamed = "fails without naming a test";

/**
 * No new failure by name. Where a check named no test, neither then nor now, it cannot be judged: a person has seen
 * that once. Where it names failing tests only now, they are new: before, it did not get that far. More tests than are
 * kept by name are compared by their number, and so are those that it counts and does not name.
 */
export function judge(now: CheckSaid, before: CheckSaid | undefined): Judged {
  if (now.exit === 0) return { ok: true, fresh: [], known: [] };
  const then = before?.exit !== 0 && before?.broken === undefined ? before : undefined;
  const names = now.failing ?? [];
  const silence = [`${now.name}: ${unnamed}`];
  const isKnown = then !== undefined && isAccountedFor(now, then);
  if (names.length === 0) {
    const wasSilent = (then?.failing ?? []).length === 0 && now.broken === undefined;
    return isKnown && wasSilent
      ? { ok: true, fresh: [], known: silence }
      : { ok: false, fresh: silence, known: [] };
  }
  const words = (tests: readonly TestName[]) => tests.map((test) => `${now.name}: ${nameWords(test)}`);
  if (then && isByNumber(now, then)) return { ok: true, fresh: [], known: words(names) };
  const ids = new Set(then?.failing?.map(testId));
  const fresh = words(names.filter((test) => !ids.has(testId(test))));
  return {
    ok: isKnown && fresh.length === 0 && (now.moreFailing ?? 0) === 0,
    fresh: fresh.length === 0 && !isKnown ? silence : fresh,
    known: words(names.filter((test) => ids.has(testId(test)))),
  };
}

/**
 * A check that ran several times on the same commit, because it failed anew. What fails in one of the runs and not in
 * another is flaky and counts for nothing. A run that does not name all its failures settles nothing.
 */
export function judgeRuns(
  [first, ...later]: readonly [CheckSaid, ...CheckSaid[]],
  before: CheckSaid | undefined,
): Judged & { readonly flaky: readonly string[] } {
  let all: Judged & { readonly flaky: readonly string[] } = { ...judge(first, before), flaky: [] };
  for (const said of later) {
    const again = judge(said, before);
    if (again.ok) return { ...again, flaky: [...all.flaky, ...all.fresh] };
    if (isVague(said, again, before)) return { ...again, flaky: [] };
    const fresh = again.fresh.filter((one) => all.fresh.includes(one));
    const flipped = [...all.flaky, ...all.fresh, ...again.fresh].filter((one) => !fresh.includes(one));
    all = { ok: fresh.length === 0, fresh, known: again.known, flaky: [...new Set(flipped)] };
  }
  return all;
}

function isVague(said: CheckSaid, { fresh }: Judged, before: CheckSaid | undefined): boolean {
  return (
    said.exit === null ||
    fresh.includes(`${said.name}: ${unnamed}`) ||
    (said.moreFailing ?? 0) > 0 ||
    withoutName(said) > (before ? withoutName(before) : 0)
  );
}

/** It got as far as before, and no more failures are without a name. */
function isAccountedFor(now: CheckSaid, then: CheckSaid): boolean {
  return gotAsFar(now, then) && withoutName(now) <= withoutName(then);
}

/** Too many failed to know all of them by name, and it is not more now. */
function isByNumber(now: CheckSaid, then: CheckSaid): boolean {
  return (then.moreFailing ?? 0) > 0 && gotAsFar(now, then) && failures(now) <= failures(then);
}

function gotAsFar(now: CheckSaid, then: CheckSaid): boolean {
  const isCut = now.exit === null && then.exit !== null;
  return !isCut && (now.counts !== undefined || then.counts === undefined);
}

/** Not every runner counts a file that could not be run, so it may be among these. */
function withoutName({ counts, failing = [], moreFailing = 0 }: CheckSaid): number {
  const named = failing.filter(({ test }) => test !== wholeFile).length;
  return Math.max(0, (counts?.failed ?? 0) - named - moreFailing);
}

function failures({ counts, failing = [], moreFailing = 0 }: CheckSaid): number {
  return Math.max(counts?.failed ?? 0, failing.length + moreFailing);
}

/** The same check in another list of results. */
export function sameCheck<C extends Pick<CheckSaid, "name" | "command">>(
  results: readonly C[],
  { name, command }: Pick<CheckSaid, "name" | "command">,
): C | undefined {
  return results.find((one) => one.name === name && one.command === command);
}

const mostNamed = 10;

/** A check that is red, in a line, with its failing tests below, or with what it says if it names none. */
export function redWords(said: CheckSaid): string {
  const { broken, failing = [], moreFailing = 0, tail = "" } = said;
  if (broken !== undefined) return `${checkName(said)} cannot start: ${broken}`;
  const ended = checkEnded(said);
  if (failing.length === 0) {
    const unnamedRed = `${ended} and names no failing test`;
    if (tail === "") return unnamedRed;
    return [`${unnamedRed}; it says:`, ...tail.split("\n").map((row) => `    ${row}`)].join("\n");
  }
  const count = failing.length + moreFailing;
  const rows = failing.slice(0, mostNamed).map((test) => `    ${nameWords(test)}`);
  const rest = count > rows.length ? [`    and ${count - rows.length} more`] : [];
  return [`${ended}; ${count === 1 ? "one test fails" : `${count} tests fail`}:`, ...rows, ...rest].join(
    "\n",
  );
}
