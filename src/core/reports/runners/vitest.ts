import { beforeStack, FoundTests, failingTest, indentOf, Kept, Lines, placeIn } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

interface Open {
  readonly parts: readonly string[];
  readonly lines: Lines;
}

/** Vitest: ` FAIL  file > suite > test` with its error, at the end. A run that is cut off has only its tree. */
export function vitestReader(): Reader {
  const found = new FoundTests();
  let early = new Kept<FailingTest>();
  let isTold = false;
  let file: string | undefined;
  let open: Open[] = [];

  const close = () => {
    for (const { parts, lines } of open) {
      const [name = "", ...inner] = parts;
      const all = (open.at(-1)?.lines ?? lines).all();
      found.add(
        failingTest({
          test: inner.at(-1) ?? wholeFile,
          suite: inner.slice(0, -1),
          file: name,
          place: placeIn(all),
          message: beforeStack(all).join("\n"),
        }),
      );
      isTold = true;
    }
    open = [];
  };
  const endRun = () => {
    close();
    if (!isTold) {
      for (const test of early.all()) found.add(test);
      found.more(early.beyond());
    }
    early = new Kept();
    isTold = false;
  };

  return {
    format: "vitest",
    line(line) {
      const fail = /^ ?FAIL {2}(?:\|[^|]*\| )?(\S.*(?: > | \[ ).*)$/.exec(line)?.[1];
      if (fail !== undefined) {
        // Several tests that failed alike stand above one error.
        if (open.some(({ lines }) => lines.all().length > 0)) close();
        open.push({ parts: partsOf(fail), lines: new Lines() });
        return;
      }
      if (/^ ?RUN {2}v\d/.test(line) || /^ +Test Files /.test(line)) return endRun();
      if (/^⎯{3,}/.test(line)) return close();
      if (open.length > 0) return open.at(-1)?.lines.add(line);
      const seen = /^ ❯ (\S+) \(\d+ tests?\b/.exec(line)?.[1];
      if (seen !== undefined) file = seen;
      const [, test] = /^ +× (.+?)(?: \d+m?s)?$/.exec(line) ?? [];
      if (test === undefined) return;
      const [inFile, ...inner] = partsOf(test);
      const isWhole = indentOf(line) === 1 && inner.length > 0;
      early.add(
        isWhole
          ? failingTest({ test: inner.at(-1) ?? "", suite: inner.slice(0, -1), file: inFile })
          : failingTest({ test, file }),
      );
    },
    end() {
      endRun();
      return found.failing();
    },
    counts: () => undefined,
  };
}

/** `a.test.ts > suite > test`; a file that failed as a whole is `a.test.ts [ a.test.ts ]`. */
function partsOf(text: string): readonly string[] {
  return text.replace(/ \[ .* \]$/, "").split(" > ");
}
