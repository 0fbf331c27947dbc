import { stripControl } from "../../text/strip-control.ts";
import { beforeStack, FoundTests, failingTest, Lines, placeIn } from "../found-tests.ts";
import type { TestReport } from "../test-report.ts";
import { readXml, type XmlReader } from "./read-xml.ts";

const mostListed = 200;

/**
 * The tests in a file of JUnit's XML, which most test runners can write. `roots`: folders in which the check ran; paths
 * in them are told relative. Returns what is wrong with the file if it is not one.
 */
export function junitReport(xml: string, roots: readonly string[]): TestReport | { readonly wrong: string } {
  const cases = new Cases(roots);
  const wrong = readXml(xml, cases);
  if (wrong !== undefined) return { wrong };
  if (!cases.isJunit) return { wrong: "has no <testsuite>, so it is not JUnit's XML" };
  const { named, more } = cases.found.failing();
  const counts = cases.found.listed();
  return {
    format: "junit",
    ...(counts && { counts }),
    failing: named.slice(0, mostListed),
    more: Math.max(0, named.length - mostListed) + more,
  };
}

interface Case {
  readonly test: string;
  readonly file: string | undefined;
  readonly within: string | undefined;
  message: string | undefined;
  how: "passed" | "failed" | "skipped";
  /** Below `failure` or `error`, whose text counts. */
  inFailure: boolean;
  readonly lines: Lines;
}

class Cases implements XmlReader {
  readonly found = new FoundTests();
  isJunit = false;
  readonly #roots: readonly string[];
  readonly #suites: string[] = [];
  #case: Case | undefined;

  constructor(roots: readonly string[]) {
    this.#roots = roots.flatMap((root) => [`file://${encodeURI(root)}/`, `file://${root}/`, `${root}/`]);
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === "testsuites" || element === "testsuite") this.isJunit = true;
    if (element === "testsuite") this.#suites.push(this.#clean(attributes.name));
    if (element === "testcase") {
      this.#case = {
        test: this.#clean(attributes.name),
        file: attributes.file === undefined ? undefined : this.#clean(attributes.file),
        within: attributes.classname === undefined ? undefined : this.#clean(attributes.classname),
        message: undefined,
        how: "passed",
        inFailure: false,
        lines: new Lines(),
      };
    }
    if (!this.#case) return;
    if (element === "skipped") this.#case.how = "skipped";
    if (element !== "failure" && element !== "error") return;
    this.#case.how = "failed";
    this.#case.inFailure = true;
    this.#case.message ??= attributes.message === undefined ? undefined : this.#clean(attributes.message);
  }

  text(text: string): void {
    if (this.#case?.inFailure) for (const line of this.#clean(text).split("\n")) this.#case.lines.add(line);
  }

  close(element: string): void {
    if (element === "testsuite") this.#suites.pop();
    if (this.#case && (element === "failure" || element === "error")) this.#case.inFailure = false;
    if (element === "testcase") this.#end();
  }

  #end(): void {
    const ended = this.#case;
    this.#case = undefined;
    if (!ended) return;
    this.found.ran(ended.how);
    if (ended.how !== "failed") return;
    const lines = ended.lines.all();
    const message = ended.message || beforeStack(lines).join("\n");
    // pytest writes `test_a.py:4: AssertionError`.
    const place = placeIn(lines.map((line) => line.replace(/: \w+$/, "")));
    this.found.add(failingTest({ ...ended, suite: this.#around(ended.within), place, message }));
  }

  /** Runners put a module or class into `classname`, or repeat the suite there; Node writes the same word everywhere. */
  #around(within: string | undefined): readonly string[] {
    const suites = this.#suites.filter((suite) => suite !== "");
    if (within === undefined || within === "" || within === "test" || suites.at(-1) === within) return suites;
    return [...suites, within];
  }

  #clean(text = ""): string {
    return this.#roots.reduce((known, root) => known.replaceAll(root, ""), stripControl(text));
  }
}
