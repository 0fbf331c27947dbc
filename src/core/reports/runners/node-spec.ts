import {
  beforeStack,
  dedent,
  FoundTests,
  failingTest,
  indentOf,
  isTestFile,
  Kept,
  Lines,
  placeIn,
} from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";
import { saidLast } from "./tap.ts";

interface Open {
  readonly indent: number;
  readonly name: string;
  readonly took: string;
  readonly suite: readonly string[];
  readonly place: string | undefined;
  readonly lines: Lines;
  /** What was printed before it. */
  readonly said: readonly string[];
}

interface Place {
  readonly place: string;
  readonly lines: readonly string[];
}

/** The groups around a line, by their indentation. */
class Groups {
  readonly #open: { readonly indent: number; readonly name: string }[] = [];

  begin(indent: number, name: string): void {
    this.leave(indent - 1);
    this.#open.push({ indent, name });
  }

  /** Whether this line is the result of the group that began here. */
  end(indent: number, name: string): boolean {
    this.leave(indent);
    const last = this.#open.at(-1);
    if (last?.indent !== indent || last.name !== name) return false;
    this.#open.pop();
    return true;
  }

  around(indent: number): readonly string[] {
    return this.#open.filter((group) => group.indent < indent).map((group) => group.name);
  }

  /** Leaves the groups further right. */
  leave(indent: number): void {
    while ((this.#open.at(-1)?.indent ?? -1) > indent) this.#open.pop();
  }
}

/**
 * The spec reporter of Node: a tree while the tests run, and at the end once more every failing test with its place.
 * A run that is cut off has only the tree. Name and duration together tell that two lines mean the same test. What
 * stands below such an end and was not told before it belongs to the next run.
 */
export function nodeSpecReader(): Reader {
  const found = new FoundTests();
  const groups = new Groups();
  const told = new Kept<Open>();
  const ids = new Set<string>();
  const places = new Map<string, Place>();
  let open: Open | undefined;
  let isEnd = false;
  let place: string | undefined;
  let said: string[] = [];

  const close = () => {
    if (!open) return;
    const id = idOf(open);
    // Beyond those that are kept, what an end tells was counted in the tree.
    const isAgain = isEnd && (ids.has(id) || told.beyond() > 0);
    if (!isAgain && told.add(open)) ids.add(id);
    if (isEnd && ids.has(id)) places.set(id, { place: open.place ?? "", lines: open.lines.all() });
    open = undefined;
  };

  return {
    format: "node",
    line(line) {
      const [, spaces, sign, text] = /^( *)([✔✖▶﹣]) (.*)$/.exec(line) ?? [];
      if (spaces === undefined || sign === undefined || text === undefined) return between(line);
      const indent = spaces.length;
      if (sign === "✖" && /^failing tests:\s*$/.test(text)) {
        close();
        groups.leave(-1);
        isEnd = true;
        return;
      }
      const [, name = text, took] = /^(.*) \(([\d.]+m?s)\)(?: # .*)?$/.exec(text) ?? [];
      if (sign !== "▶" && took === undefined) return between(line);
      close();
      if (sign === "▶") {
        groups.begin(indent, text);
        isEnd = false;
        return;
      }
      if (groups.end(indent, name) || / # (?:todo|skip)/i.test(text) || sign !== "✖") {
        isEnd &&= sign === "✖";
        return;
      }
      const suite = groups.around(indent);
      open = { indent, name, took: took ?? "", suite, place, lines: new Lines(), said };
      isEnd &&= place !== undefined || ids.has(idOf(open));
      place = undefined;
      said = [];
    },
    end() {
      close();
      for (const one of told.all()) if (!isSummary(one)) found.add(testOf(one, places.get(idOf(one))));
      found.more(told.beyond());
      return found.failing();
    },
    // The summary below says it better.
    counts: () => undefined,
  };

  function between(line: string): void {
    const at = /^test at (.+:\d+:\d+)$/.exec(line)?.[1];
    if (at !== undefined) {
      close();
      place = at;
      return;
    }
    if (!open) {
      said.push(line);
      if (said.length > 80) said = said.slice(-40);
      return;
    }
    if (line.trim() === "" || indentOf(line) > open.indent) open.lines.add(line);
    else close();
  }
}

function idOf({ name, took }: Open): string {
  return `${name}\0${took}`;
}

/** What the dot reporter says of a suite. */
function isSummary({ lines }: Open): boolean {
  return /^'\d+ subtests? failed'$/.test(lines.all()[0]?.trim() ?? "");
}

function testOf({ name, suite, lines, said }: Open, end: Place | undefined): FailingTest {
  const all = dedent(lines.all().length > 1 || end === undefined ? lines.all() : end.lines);
  const isWhole = isTestFile(name);
  const place = placeIn(all) ?? end?.place;
  return failingTest({
    test: isWhole ? wholeFile : name,
    suite,
    file: isWhole ? name : /^(.+?):\d+:\d+$/.exec(end?.place ?? place ?? "")?.[1],
    place,
    message: isWhole ? saidLast(said) : beforeStack(all).join("\n"),
  });
}
