import { stripControl } from "../../text/strip-control.ts";
import { SummaryCounts } from "../summary-counts.ts";
import { type FailingTest, type Reader, type TestReport, testId } from "../test-report.ts";
import { cargoReader } from "./cargo.ts";
import { goReader } from "./go-test.ts";
import { jestReader } from "./jest.ts";
import { junitReader } from "./junit.ts";
import { mochaReader } from "./mocha.ts";
import { nodeSpecReader } from "./node-spec.ts";
import { oneLineReader, remainsReader } from "./one-line.ts";
import { phpunitReader } from "./phpunit.ts";
import { pytestReader } from "./pytest.ts";
import { rspecReader } from "./rspec.ts";
import { TapReader } from "./tap.ts";
import { tapSpecReader } from "./tap-spec.ts";
import { unittestReader } from "./unittest.ts";
import { vitestReader } from "./vitest.ts";

const mostListed = 200;
const longestLine = 2000;
const mostAlike = 100;
const plain = /^[\t -~]*$/;

/**
 * Reads what a check prints, while it prints it: the tests that failed, and how many ran. Memory and time are bounded
 * however long the output and its lines are.
 */
export class TestReading {
  readonly #root: string;
  readonly #encoded: string;
  readonly #summary = new SummaryCounts();
  readonly #last = remainsReader();
  readonly #readers: readonly Reader[] = [
    new TapReader(),
    tapSpecReader(),
    nodeSpecReader(),
    vitestReader(),
    jestReader(),
    mochaReader(),
    pytestReader(),
    unittestReader(),
    goReader(),
    cargoReader(),
    rspecReader(),
    phpunitReader(),
    junitReader(),
    oneLineReader(),
  ];
  #rest = "";
  #isLong = false;
  #before = "";
  #same = 0;

  /** `root`: the folder in which the check runs. Paths in it are told relative to it. */
  constructor(root: string) {
    this.#root = `${root}/`;
    this.#encoded = `file://${encodeURI(root)}/`;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!this.#isLong) this.#line(line);
      this.#isLong = false;
    }
    if (this.#rest.length <= longestLine) return;
    // The start of a long line is enough; what follows up to its end is dropped.
    if (!this.#isLong) this.#line(this.#rest);
    this.#isLong = true;
    this.#rest = "";
  }

  /** What was read. */
  end(): TestReport {
    if (this.#rest !== "" && !this.#isLong) this.#line(this.#rest);
    this.#rest = "";
    const found = this.#readers.map((reader) => ({ reader, ...reader.end() }));
    const telling = found.filter(({ named }) => named.length > 0);
    const chosen = telling.length > 0 ? telling : [{ reader: this.#last, ...this.#last.end() }];
    const failing = distinct(chosen.flatMap(({ named }) => named));
    const beyond = chosen.reduce((sum, { more }) => sum + more, 0);
    const counted = this.#readers.find((reader) => reader.counts() !== undefined);
    const counts = this.#summary.counts() ?? counted?.counts();
    const [first] = chosen;
    const format = first && first.named.length > 0 ? first.reader.format : counted?.format;
    return {
      ...(format !== undefined && { format }),
      ...(counts !== undefined && { counts }),
      failing: failing.slice(0, mostListed),
      more: Math.max(0, failing.length - mostListed) + beyond,
    };
  }

  #line(raw: string): void {
    // A program that repeats itself says nothing new.
    this.#same = raw === this.#before ? this.#same + 1 : 0;
    this.#before = raw;
    if (this.#same > mostAlike) return;
    const short = raw.length > longestLine ? raw.slice(0, longestLine) : raw;
    const text = plain.test(short) ? short : stripControl(short.replace(/\r+$/, ""));
    // A carriage return stands for a new line.
    for (const line of text.includes("\n") ? text.split("\n") : [text]) {
      const known = line.includes(this.#root) || line.includes("file://") ? this.#relative(line) : line;
      this.#summary.line(known);
      this.#last.line(known);
      for (const reader of this.#readers) reader.line(known);
    }
  }

  #relative(line: string): string {
    return line
      .replaceAll(this.#encoded, "")
      .replaceAll(`file://${this.#root}`, "")
      .replaceAll(this.#root, "");
  }
}

/** The failing tests of an output that is at hand as a whole. */
export function readTests(output: string, root = "/nowhere"): TestReport {
  const reading = new TestReading(root);
  reading.write(output);
  return reading.end();
}

function distinct(tests: readonly FailingTest[]): readonly FailingTest[] {
  const seen = new Set<string>();
  return tests.filter((test) => {
    const id = testId(test);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
