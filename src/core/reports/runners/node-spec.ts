import {
  beforeStack,
  dedent,
  FoundTests,
  failingTest,
  indentOf,
  isTestFile,
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

interface Told extends Open {
  readonly isSuite: boolean;
}

/**
 * The spec reporter of Node: a tree while the tests run, and at the end once more every failing test with its place.
 * A run that is cut off has only the tree. Name and duration together tell that two lines mean the same test.
 */
export function nodeSpecReader(): Reader {
  const found = new FoundTests();
  const groups: { readonly indent: number; readonly name: string }[] = [];
  const told: Told[] = [];
  const places = new Map<string, { readonly place: string; readonly lines: readonly string[] }>();
  let open: Open | undefined;
  let isEnd = false;
  let place: string | undefined;
  let said: string[] = [];

  const close = () => {
    if (!open) return;
    if (isEnd) places.set(idOf(open), { place: open.place ?? "", lines: open.lines.all() });
    else if (told.length < 1000) told.push({ ...open, isSuite: isSuite(open) });
    open = undefined;
  };
  const isSuite = ({ indent, name }: Open) =>
    groups.some((group) => group.indent === indent && group.name === name);

  return {
    format: "node",
    line(line) {
      const [, spaces, sign, text] = /^( *)([✔✖▶﹣]) (.*)$/.exec(line) ?? [];
      if (spaces === undefined || sign === undefined || text === undefined) return between(line);
      const indent = spaces.length;
      if (sign === "✖" && /^failing tests:\s*$/.test(text)) {
        close();
        isEnd = true;
        return;
      }
      const [, name = text, took] = /^(.*) \(([\d.]+m?s)\)(?: # .*)?$/.exec(text) ?? [];
      if (sign !== "▶" && took === undefined) return between(line);
      close();
      if (sign === "▶") {
        while ((groups.at(-1)?.indent ?? -1) >= indent) groups.pop();
        groups.push({ indent, name: text });
        return;
      }
      while ((groups.at(-1)?.indent ?? -1) > indent) groups.pop();
      if (/ # (?:todo|skip)/i.test(text) || sign === "﹣") return;
      if (sign !== "✖") return;
      const suite = groups.filter((group) => group.indent < indent).map((group) => group.name);
      open = { indent, name, took: took ?? "", suite, place, lines: new Lines(), said };
      said = [];
    },
    end() {
      close();
      for (const one of told)
        if (!one.isSuite && !isSummary(one)) found.add(testOf(one, places.get(idOf(one))));
      return found.all();
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
function isSummary({ lines }: Told): boolean {
  return /^'\d+ subtests? failed'$/.test(lines.all()[0]?.trim() ?? "");
}

function testOf(
  { name, suite, lines, said }: Told,
  end: { readonly place: string; readonly lines: readonly string[] } | undefined,
): FailingTest {
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
