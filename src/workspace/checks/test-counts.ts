export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** Sums up the closing lines of test runners. Undefined when there are none: a count is read, never guessed. */
export function testCounts(output: string): TestCounts | undefined {
  const found = [...blocks(output), ...summaries(output)];
  if (found.length === 0) return undefined;
  return {
    passed: found.reduce((sum, counts) => sum + counts.passed, 0),
    failed: found.reduce((sum, counts) => sum + counts.failed, 0),
  };
}

/** TAP (`# pass 3`) and Node's spec reporter (`ℹ pass 3`); a cancelled test is one that failed. */
function* blocks(output: string): Iterable<TestCounts> {
  const lines =
    /^[#ℹ] pass[ \t]+(\d+)[ \t]*$(?:\n[#ℹ] fail[ \t]+(\d+)[ \t]*$)?(?:\n[#ℹ] cancelled[ \t]+(\d+)[ \t]*$)?/gm;
  for (const [, passed, failed, cancelled] of output.matchAll(lines))
    yield { passed: Number(passed), failed: Number(failed ?? 0) + Number(cancelled ?? 0) };
}

/** Jest: `Tests:  1 failed, 5 passed, 6 total`. Vitest: `Tests  1 failed | 5 passed (6)`. */
function* summaries(output: string): Iterable<TestCounts> {
  for (const [line] of output.matchAll(/^[ \t]*Tests:?[ \t]+\d.*(?:total|\(\d+\))[ \t]*$/gm)) {
    yield { passed: countOf(line, "passed"), failed: countOf(line, "failed") };
  }
}

function countOf(line: string, word: string): number {
  return Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0);
}
