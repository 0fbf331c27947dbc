import { beforeStack, dedent, FoundTests, failingTest, indentOf, Lines, placeIn } from "../found-tests.ts";
import { type Reader, wholeFile } from "../test-report.ts";

/** Jest: `FAIL file`, then `● suite › test` with its error. */
export function jestReader(): Reader {
  const found = new FoundTests();
  let file: string | undefined;
  let open: { readonly name: string; readonly lines: Lines } | undefined;

  const close = () => {
    if (!open) return;
    const names = open.name.split(" › ");
    const isWhole = open.name === "Test suite failed to run";
    const lines = dedent(open.lines.all());
    found.add(
      failingTest({
        test: isWhole ? wholeFile : (names.at(-1) ?? ""),
        suite: isWhole ? [] : names.slice(0, -1),
        file,
        place: placeIn(lines),
        message: withoutCode(beforeStack(lines)),
      }),
    );
    open = undefined;
  };

  return {
    format: "jest",
    line(line) {
      const fail = /^ ?(?:FAIL|PASS) +(?:\S+ )?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/.exec(line)?.[1];
      if (fail !== undefined) {
        close();
        file = fail;
        return;
      }
      const name = /^ {2}● +(\S.*)$/.exec(line)?.[1];
      if (name !== undefined && name !== "Console") {
        close();
        open = { name, lines: new Lines() };
        return;
      }
      if (!open) return;
      if (line.trim() === "" || indentOf(line) >= 4) open.lines.add(line);
      else close();
    },
    end() {
      close();
      return found.failing();
    },
    counts: () => undefined,
  };
}

/** Without the lines of source code that Jest prints below a message: `> 7 |   expect(…)`. */
function withoutCode(lines: readonly string[]): string {
  const first = lines.findIndex((line) => /^\s*>?\s*\d+ \|/.test(line));
  return (first === -1 ? lines : lines.slice(0, first)).join("\n");
}
