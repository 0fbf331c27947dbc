import type { TestCounts } from "./test-report.ts";

/** What every summary needs, so that most lines cost one look. */
const worthALook = /\d (?:pass|fail|error|skip|pend|xfail|xpass|desel|exam|tests?\b)|ing: |[#ℹ] |Tests|OK/;

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
}

const rule = "=".repeat(70);
const mostTests = 10_000;

/** Sums up the closing lines of test runners. A count is read, never guessed. */
export class SummaryCounts {
  readonly #sum: Sum = { passed: 0, failed: 0, skipped: 0 };
  #found = false;
  /** The lines of Node's and Mocha's summary belong to the one that began it. */
  #isBlock = false;
  readonly #unittest = new UnittestCounts();

  line(line: string): void {
    const unittest = this.#unittest.line(line);
    if (unittest) this.#add(unittest);
    if (unittest || !worthALook.test(line)) return;
    if (this.#block(line)) return;
    for (const read of summaries) {
      const counted = read(line);
      if (counted) {
        this.#add(counted);
        return;
      }
    }
  }

  /** Undefined when no runner summed up. */
  counts(): TestCounts | undefined {
    if (!this.#found) return undefined;
    const skipped = believable(this.#sum.skipped);
    return {
      passed: believable(this.#sum.passed),
      failed: believable(this.#sum.failed),
      ...(skipped > 0 && { skipped }),
    };
  }

  #add({ passed = 0, failed = 0, skipped = 0 }: Partial<Sum>): void {
    this.#found = true;
    this.#sum.passed += passed;
    this.#sum.failed += failed;
    this.#sum.skipped += skipped;
  }

  /** TAP (`# pass 3`), Node's spec reporter (`ℹ pass 3`), Mocha (`3 passing`), tap-spec (`passing: 3`): a line each. */
  #block(line: string): boolean {
    const node = /^[#ℹ] (pass|fail|cancelled|skipped|todo)[ \t]+(\d+)[ \t]*$/.exec(line);
    const mocha = /^ {2}(\d+) (passing|failing|pending)(?: \([\d.]+m?s?\))?$/.exec(line);
    const spec = /^ *(passing|failing): +(\d+) *$/.exec(line);
    const word = node?.[1] ?? mocha?.[2] ?? spec?.[1];
    const count = Number(node?.[2] ?? mocha?.[1] ?? spec?.[2] ?? 0);
    if (word === undefined) {
      this.#isBlock = false;
      return false;
    }
    if (word === "pass" || word === "passing") this.#isBlock = true;
    if (!this.#isBlock) return false;
    this.#add({ [kinds[word] ?? "skipped"]: count });
    return true;
  }
}

/**
 * Counts the tests of Python's unittest. Its closing lines count the tests that ran, then everything that failed: a test
 * with subtests once for each that failed, and what prepares a class beside the tests. The heads of the failures, which
 * come before, say which of them belong together.
 */
class UnittestCounts {
  readonly #failed = new Set<string>();
  #again = 0;
  #outside = 0;
  #wasRule = false;
  #ran: number | undefined;

  /** The counts of a run that this line ends. */
  line(line: string): Required<TestCounts> | undefined {
    if (this.#wasRule) this.#head(line);
    this.#wasRule = line === rule;
    if (!/^(?:Ran \d|OK|FAILED)/.test(line)) return undefined;
    const ran = /^Ran (\d+) tests? in [\d.]+s$/.exec(line)?.[1];
    if (ran !== undefined) this.#ran = Number(ran);
    const [, verdict, rest = ""] = /^(OK|FAILED)(?: \((.*)\))?$/.exec(line) ?? [];
    return verdict === undefined || this.#ran === undefined ? undefined : this.#ended(this.#ran, rest);
  }

  #head(line: string): void {
    const [, name, within] = /^(?:FAIL|ERROR): (\S+) \(([^()]+)\)/.exec(line) ?? [];
    if (name === undefined || within === undefined) return;
    const test = `${name} ${within}`;
    if (this.#failed.has(test)) this.#again += 1;
    else if (this.#failed.size < mostTests) {
      this.#failed.add(test);
      if (/^(?:setUp|tearDown)(?:Class|Module)$/.test(name)) this.#outside += 1;
    }
  }

  #ended(ran: number, rest: string): Required<TestCounts> {
    const of = (word: string) => Number(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(rest)?.[1] ?? 0);
    const failures = of("failures") + of("errors");
    const failed = Math.max(0, failures - this.#again) + of("unexpected successes");
    const skipped = of("skipped");
    const passed = Math.max(0, ran - Math.max(0, failed - this.#outside) - skipped);
    this.#failed.clear();
    [this.#again, this.#outside, this.#ran] = [0, 0, undefined];
    return { passed, failed, skipped };
  }
}

/** Output may say anything. */
function believable(count: number): number {
  return Math.max(0, Math.min(count, 10_000_000));
}

/** A cancelled test is one that failed. */
const kinds: Readonly<Record<string, keyof Sum>> = {
  pass: "passed",
  passing: "passed",
  fail: "failed",
  failing: "failed",
  cancelled: "failed",
};

type Summary = (line: string) => Partial<Sum> | undefined;

/** One line that says it all. */
const summaries: readonly Summary[] = [
  // Jest: `Tests:  1 failed, 5 passed, 6 total`. Vitest: `Tests  1 failed | 5 passed (6)`.
  (line) =>
    /^[ \t]*Tests:?[ \t]+\d.*(?:total|\(\d+\))[ \t]*$/.test(line)
      ? { ...passedAndFailed(line), skipped: countOf(line, "skipped") + countOf(line, "todo") }
      : undefined,
  // pytest: `=== 4 failed, 4 passed, 1 skipped, 1 error in 1.54s ===`, and without the rules under -q.
  (line) =>
    /^(?:=+ )?\d+ (?:passed|failed|skipped|error|errors|xfailed|xpassed|deselected)\b.* in [\d.]+s\b/.test(
      line,
    )
      ? {
          passed: countOf(line, "passed") + countOf(line, "xpassed"),
          failed: countOf(line, "failed") + countOf(line, "errors?"),
          skipped: countOf(line, "skipped") + countOf(line, "xfailed"),
        }
      : undefined,
  // cargo: `test result: FAILED. 2 passed; 3 failed; 1 ignored; …`
  (line) =>
    /^test result: /.test(line) ? { ...passedAndFailed(line), skipped: countOf(line, "ignored") } : undefined,
  // RSpec: `6 examples, 3 failures, 1 pending`
  (line) => {
    if (!/^\d+ examples?, \d+ failures?/.test(line)) return undefined;
    const [failed, skipped] = [countOf(line, "failures?"), countOf(line, "pending")];
    return { passed: countOf(line, "examples?") - failed - skipped, failed, skipped };
  },
  // PHPUnit: `Tests: 6, Assertions: 4, Errors: 1, Failures: 2, Skipped: 1.` and `OK (5 tests, 5 assertions)`
  (line) => {
    const all = /^Tests: (\d+), Assertions: \d+/.exec(line)?.[1] ?? /^OK \((\d+) tests?, /.exec(line)?.[1];
    if (all === undefined) return undefined;
    const of = (word: string) => Number(new RegExp(`${word}: (\\d+)`).exec(line)?.[1] ?? 0);
    const failed = of("Errors") + of("Failures");
    const skipped = of("Skipped") + of("Incomplete");
    return { passed: Number(all) - failed - skipped, failed, skipped };
  },
];

function passedAndFailed(line: string): Pick<Sum, "passed" | "failed"> {
  return { passed: countOf(line, "passed"), failed: countOf(line, "failed") };
}

function countOf(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}\\b`).exec(line)?.[1] ?? 0);
}
