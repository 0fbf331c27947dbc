import { beforeStack, FoundTests, failingTest, Kept, Lines, placeIn } from "../found-tests.ts";
import type { FailingTest, Reader } from "../test-report.ts";

interface Open {
  readonly names: string[];
  isNamed: boolean;
  readonly lines: Lines;
}

/** Mocha: after `n failing`, each failing test with its suites below each other. A run that is cut off has only its tree. */
export function mochaReader(): Reader {
  const found = new FoundTests();
  let early = new Kept<FailingTest>();
  let isMocha = false;
  /** The failing tests of a run are told at its end, by number: the next one, and the last. */
  let next = 1;
  let last = 0;
  let open: Open | undefined;

  const close = () => {
    if (open) found.add(testOf(open));
    open = undefined;
  };

  return {
    format: "mocha",
    line(line) {
      const failing = /^ {2}(\d+) failing$/.exec(line)?.[1];
      if (failing !== undefined) {
        close();
        [next, last] = [1, Number(failing)];
        early = new Kept();
        isMocha = false;
        return;
      }
      const isTold = next > last;
      if (/^ {2}\d+ passing \(/.test(line) || (isTold && /^ +[✓✔] /.test(line))) {
        close();
        [next, last] = [1, 0];
        isMocha = true;
        return;
      }
      const [, spaces = "", number, first = ""] = /^( +)(\d+)\) (.+)$/.exec(line) ?? [];
      if (!isTold && spaces.length <= 3 && Number(number) === next) {
        close();
        next += 1;
        open = { names: [first.replace(/:$/, "")], isNamed: first.endsWith(":"), lines: new Lines() };
        return;
      }
      if (isTold && number !== undefined) early.add(failingTest({ test: first }));
      if (!open) return;
      if (open.isNamed) return open.lines.add(line);
      open.names.push(line.trim().replace(/:$/, ""));
      open.isNamed = line.trimEnd().endsWith(":") || open.names.length > 20;
    },
    end() {
      close();
      // Numbered lines alone could be anything.
      if (isMocha) {
        for (const test of early.all()) found.add(test);
        found.more(early.beyond());
      }
      return found.failing();
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
