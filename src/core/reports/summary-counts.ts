import type { TestCounts } from "./test-report.ts";

/** What every summary needs, so that most lines cost one look. */
const worthALook =
  /\d (?:pass|fail|error|skip|pend|xfail|xpass|desel|exam|tests?\b)|ing: |[#ℹ] |Tests|Ran |OK|FAILED/;

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
}

/** Sums up the closing lines of test runners. A count is read, never guessed. */
export class SummaryCounts {
  readonly #sum: Sum = { passed: 0, failed: 0, skipped: 0 };
  #found = false;
  /** The lines of Node's and Mocha's summary belong to the one that began it. */
  #isBlock = false;
  /** unittest counts all tests first, then those that did not pass. */
  #ran: number | undefined;

  line(line: string): void {
    if (!worthALook.test(line)) return;
    if (this.#block(line)) return;
    for (const read of summaries) {
      const counted = read(line);
      if (counted) {
        this.#add(counted);
        return;
      }
    }
    this.#unittest(line);
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

  #unittest(line: string): void {
    const ran = /^Ran (\d+) tests? in [\d.]+s$/.exec(line)?.[1];
    if (ran !== undefined) {
      this.#ran = Number(ran);
      return;
    }
    const [, verdict, rest = ""] = /^(OK|FAILED)(?: \((.*)\))?$/.exec(line) ?? [];
    if (verdict === undefined || this.#ran === undefined) return;
    const of = (word: string) => Number(new RegExp(`(?:^|, )${word}=(\\d+)`).exec(rest)?.[1] ?? 0);
    const failed = of("failures") + of("errors") + of("unexpected successes");
    const skipped = of("skipped");
    this.#add({ passed: Math.max(0, this.#ran - failed - skipped), failed, skipped });
    this.#ran = undefined;
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
