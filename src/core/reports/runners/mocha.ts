import { beforeStack, FoundTests, failingTest, Lines, placeIn } from "../found-tests.ts";
import type { FailingTest, Reader } from "../test-report.ts";

interface Open {
  readonly names: string[];
  isNamed: boolean;
  readonly lines: Lines;
}

/** Mocha: after `n failing`, each failing test with its suites below each other. A run that is cut off has only its tree. */
export function mochaReader(): Reader {
  const found = new FoundTests();
  const early: FailingTest[] = [];
  let passing = 0;
  let isEnd = false;
  let open: Open | undefined;
  let isMocha = false;

  const close = () => {
    if (open && open.names.length > 0) found.add(testOf(open));
    open = undefined;
  };

  return {
    format: "mocha",
    line(line) {
      if (/^ {2}\d+ passing \(/.test(line)) isMocha = true;
      if (/^ {2}\d+ failing$/.test(line)) {
        isEnd = true;
        return;
      }
      const [, spaces = "", first] = /^( +)\d+\) (.+)$/.exec(line) ?? [];
      if (!isEnd) {
        if (/^ +[✓✔] /.test(line)) passing += 1;
        if (first !== undefined && early.length < 1000) early.push(failingTest({ test: first }));
        return;
      }
      if (first !== undefined && spaces.length <= 3) {
        close();
        open = { names: [first.replace(/:$/, "")], isNamed: first.endsWith(":"), lines: new Lines() };
        return;
      }
      if (!open) return;
      if (open.isNamed) return open.lines.add(line);
      open.names.push(line.trim().replace(/:$/, ""));
      open.isNamed = line.trimEnd().endsWith(":") || open.names.length > 20;
    },
    end() {
      close();
      if (found.all().length > 0) return found.all();
      // Numbered lines alone could be anything.
      return isMocha || passing > 0 ? early : [];
    },
    counts: () => undefined,
  };
}

function testOf({ names, lines }: Open): FailingTest {
  const place = placeIn(lines.all());
  return failingTest({
    test: names.at(-1) ?? "",
    suite: names.slice(0, -1),
    file: place === undefined ? undefined : /^(.+?):\d+/.exec(place)?.[1],
    place,
    message: beforeStack(lines.all()).join("\n"),
  });
}
