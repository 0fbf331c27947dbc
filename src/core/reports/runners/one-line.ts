import { FoundTests, failingTest } from "../found-tests.ts";
import type { FailingTest, Reader } from "../test-report.ts";

type Pattern = readonly [RegExp, (groups: readonly string[]) => FailingTest];

/** Runners that name a failing test in one line. */
const runners: readonly Pattern[] = [
  // Gradle: CalcTest > adds() FAILED
  [/^([\w.$]+) > (.+) FAILED$/, ([suite = "", test = ""]) => failingTest({ suite: [suite], test })],
  // Maven Surefire: [ERROR] com.example.CalcTest.adds -- Time elapsed: 0.01 s <<< FAILURE!
  [
    /^\[ERROR\]\s+([\w.$]+)\.([\w$[\]{}()-]+)\s.*<<< (?:FAILURE|ERROR)!/,
    ([suite = "", test = ""]) => failingTest({ suite: [suite], test }),
  ],
  // dotnet test:   Failed Calc.Tests.Adds [12 ms]
  [/^ {2}Failed (\S.*?) \[[<\d].*\]$/, ([test = ""]) => failingTest({ test })],
  // Bun: (fail) division > by zero [0.11ms]
  [
    /^(?:\(fail\)|✗(?=.* \[[\d.]+m?s\]$)) (.+?)(?: \[[\d.]+m?s\])?$/,
    ([name = ""]) =>
      failingTest({ test: name.split(" > ").at(-1) ?? "", suite: name.split(" > ").slice(0, -1) }),
  ],
  // Deno: by zero ... FAILED (2ms)
  // What a lookahead found is not tried again in other ways, so a line of nothing but dots costs one pass.
  [/^\s*(?=(\S.*?) \.\.\. )\1 \.\.\. (?=.*FAILED).* \(\d+m?s\)$/, ([test = ""]) => failingTest({ test })],
  // cargo nextest:         FAIL [   0.010s] calc tests::adds
  [
    /^ +FAIL \[ *[\d.]+s\](?: \(.*\))? (\S+) (\S+)$/,
    ([file = "", name = ""]) =>
      failingTest({ file, test: name.split("::").at(-1) ?? "", suite: name.split("::").slice(0, -1) }),
  ],
  // AVA:   ✘ [fail]: division › by zero
  [
    /^\s*✘ \[fail\]: (.+?)(?: \(.*\))?$/,
    ([name = ""]) =>
      failingTest({ test: name.split(" › ").at(-1) ?? "", suite: name.split(" › ").slice(0, -1) }),
  ],
  // Minitest: CalcTest#test_adds [test/calc_test.rb:6]:
  [
    /^([\w:]+)#(test_\S+) \[(\S+:\d+)\]:$/,
    ([suite = "", test = "", place = ""]) =>
      failingTest({ suite: [suite], test, place, file: place.replace(/:\d+$/, "") }),
  ],
  // ExUnit:   1) test adds (CalcTest)
  [/^ {2}\d+\) test (.+) \(([\w.]+)\)$/, ([test = "", suite = ""]) => failingTest({ test, suite: [suite] })],
  // CTest:           1 - adds (Failed)
  [/^\s+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Not Run)\)$/, ([test = ""]) => failingTest({ test })],
];

/** The dot reporters of Node and Jest, and trees of which the end is missing. */
const remains: readonly Pattern[] = [
  [/^\s*[✖✗×✕] (?!.*# (?:todo|skip))(.+?)(?: \(?[\d.]+ ?m?s\)?)?$/i, ([test = ""]) => failingTest({ test })],
];

/** What every one of the patterns needs, so that most lines cost one look. */
const worthALook = /FAIL|Fail|fail|ERROR|[✖✗×✕✘#]|\) test |Timeout|SEGFAULT|Not Run/;

/** Runners that are known by the line in which they name a failing test. */
export function oneLineReader(): Reader {
  return readerOf(runners);
}

/** Lines with the sign of a failure. Counts only where no reader that knows its runner has found anything. */
export function remainsReader(): Reader {
  return readerOf(remains);
}

function readerOf(patterns: readonly Pattern[]): Reader {
  const found = new FoundTests();
  return {
    format: "other",
    line(line) {
      if (!worthALook.test(line)) return;
      for (const [pattern, made] of patterns) {
        const match = pattern.exec(line);
        if (match) return found.add(made(match.slice(1)));
      }
    },
    end: () => found.failing(),
    counts: () => undefined,
  };
}
