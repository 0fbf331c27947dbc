import { type FailingTest, nameWords, testId } from "./test-report.ts";

/** What one check said about a commit, as far as two runs of it can be compared. */
export interface CheckSaid {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
  readonly counts?: { readonly passed: number; readonly failed: number } | undefined;
  readonly failing?: readonly Named[] | undefined;
  readonly moreFailing?: number | undefined;
  readonly broken?: string | undefined;
  readonly tail?: string | undefined;
}

type Named = { readonly [K in "test" | "suite" | "file"]?: FailingTest[K] | undefined };

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
 * kept by name are compared by their number.
 */
export function judge(now: CheckSaid, before: CheckSaid | undefined): Judged {
  if (now.exit === 0) return { ok: true, fresh: [], known: [] };
  const names = now.failing ?? [];
  const wasRed = before !== undefined && before.exit !== 0 && before.broken === undefined;
  if (names.length === 0) {
    const isKnown = wasRed && (before.failing ?? []).length === 0 && now.broken === undefined;
    return isKnown
      ? { ok: true, fresh: [], known: [`${now.name}: ${unnamed}`] }
      : { ok: false, fresh: [`${now.name}: ${unnamed}`], known: [] };
  }
  const then = new Set(wasRed ? (before.failing ?? []).map(testId) : []);
  const fresh = names.filter((test) => !then.has(testId(test)));
  const known = names.filter((test) => then.has(testId(test)));
  const words = (tests: readonly Named[]) => tests.map((test) => `${now.name}: ${nameWords(test)}`);
  const isByNumber = wasRed && (before.moreFailing ?? 0) > 0 && all(now) <= all(before);
  return isByNumber
    ? { ok: true, fresh: [], known: words(names) }
    : {
        ok: fresh.length === 0 && (now.moreFailing ?? 0) === 0,
        fresh: words(fresh),
        known: words(known),
      };
}

function all({ failing = [], moreFailing = 0 }: CheckSaid): number {
  return failing.length + moreFailing;
}

/** The same check in another list of results. */
export function sameCheck<C extends Pick<CheckSaid, "name" | "command">>(
  results: readonly C[],
  { name, command }: Pick<CheckSaid, "name" | "command">,
): C | undefined {
  return results.find((one) => one.name === name && one.command === command);
}

const mostNamed = 10;

/** A check that is red, in a line, with its failing tests below, or with the end of its output if it names none. */
export function redWords(said: CheckSaid): string {
  const { name, command, exit, broken, failing = [], moreFailing = 0, tail = "" } = said;
  const check = name === command ? name : `${name} (${command})`;
  if (broken !== undefined) return `${check} cannot start: ${broken}`;
  const ended = exit === null ? "was ended" : `exits with ${exit}`;
  if (failing.length === 0) {
    const unnamedRed = `${check} ${ended} and names no failing test`;
    if (tail === "") return unnamedRed;
    return [`${unnamedRed}; it ends with:`, ...tail.split("\n").map((row) => `    ${row}`)].join("\n");
  }
  const count = failing.length + moreFailing;
  const rows = failing.slice(0, mostNamed).map((test) => `    ${nameWords(test)}`);
  const rest = count > rows.length ? [`    and ${count - rows.length} more`] : [];
  return [
    `${check} ${ended}; ${count === 1 ? "one test fails" : `${count} tests fail`}:`,
    ...rows,
    ...rest,
  ].join("\n");
}
