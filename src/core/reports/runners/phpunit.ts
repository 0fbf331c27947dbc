import { FoundTests, failingTest, Lines } from "../found-tests.ts";
import type { Reader } from "../test-report.ts";

/** PHPUnit: below `There were 2 failures:`, numbered, `Class::test`, with the place as the last line. */
export function phpunitReader(): Reader {
  const found = new FoundTests();
  let isList = false;
  let open: { readonly name: string; readonly lines: Lines } | undefined;

  const close = () => {
    if (open) {
      const [suite = "", test = ""] = open.name.split(/::(.*)/s);
      const lines = open.lines.all();
      const place = lines
        .flatMap((line) => /^(\S+\.php:\d+)$/.exec(line)?.[1] ?? [])
        .find((at) => !at.startsWith("/"));
      found.add(
        failingTest({
          test,
          suite: [suite],
          file: place?.replace(/:\d+$/, ""),
          place,
          message: lines.filter((line) => !/^\S+\.php:\d+$/.test(line)).join("\n"),
        }),
      );
    }
    open = undefined;
  };

  return {
    format: "phpunit",
    line(line) {
      if (/^There (?:was|were) \d+ (?:error|failure)s?:$/.test(line)) {
        close();
        isList = true;
        return;
      }
      if (/^(?:--|ERRORS!|FAILURES!|There (?:was|were) \d+ .*:)$/.test(line)) {
        close();
        isList = false;
        return;
      }
      if (!isList) return;
      const name = /^\d+\) (\S+::.+)$/.exec(line)?.[1];
      if (name !== undefined) {
        close();
        open = { name, lines: new Lines() };
      } else open?.lines.add(line);
    },
    end() {
      close();
      return found.failing();
    },
    counts: () => undefined,
  };
}
