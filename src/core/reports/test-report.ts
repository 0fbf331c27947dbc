/** A test that failed, as its runner tells it. File, suite and test together name it: they do not change between runs. */
export interface FailingTest {
  readonly test: string;
  /** The names of the groups around it, outermost first, joined by " > ". */
  readonly suite?: string;
  readonly file?: string;
  /** Where it failed: `src/a.test.js:8:44`. */
  readonly place?: string;
  readonly message?: string;
}

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped?: number;
}

export type ReportFormat =
  | "tap"
  | "node"
  | "vitest"
  | "jest"
  | "mocha"
  | "pytest"
  | "unittest"
  | "go"
  | "cargo"
  | "rspec"
  | "phpunit"
  | "junit"
  | "other";

/** What the runners of one check said. */
export interface TestReport {
  /** The runner that named the failing tests, or else the one that counted. */
  readonly format?: ReportFormat;
  readonly counts?: TestCounts;
  readonly failing: readonly FailingTest[];
  /** Failing tests beyond those that are listed. */
  readonly more: number;
}

/** The failing tests that a reader found: as many as it keeps by name, and how many more. */
export interface Failing {
  readonly named: readonly FailingTest[];
  readonly more: number;
}

/** Reads the output of one kind of test runner, line by line, in bounded memory. */
export interface Reader {
  readonly format: ReportFormat;
  /** A line without colours and control characters; paths in the worktree are relative. */
  line(text: string): void;
  /** The failing tests, once there are no more lines. */
  end(): Failing;
  /** What it counted. Undefined: the runner did not say. */
  counts(): TestCounts | undefined;
}

/** Stands for a test file or package that could not be run to its end. */
export const wholeFile = "the file itself";

/** What names a test. */
export type TestName = { readonly [K in "test" | "suite" | "file"]?: FailingTest[K] | undefined };

/** A failing test by its name: `test/calc.test.js: division > throws`. */
export function nameWords({ file, suite, test = "" }: TestName): string {
  if (test === wholeFile && file !== undefined) return `${file} could not be run to its end`;
  const name = suite === undefined ? test : `${suite} > ${test}`;
  return file === undefined ? name : `${file}: ${name}`;
}

/** Names a failing test within its check. */
export function testId({ file, suite, test }: TestName): string {
  return [file, suite, test].filter((part) => part !== undefined).join(" > ");
}
