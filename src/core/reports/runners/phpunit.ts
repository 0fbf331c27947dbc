import { Blocks, FoundTests, failingTest } from "../found-tests.ts";
import type { FailingTest, Reader } from "../test-report.ts";

/** PHPUnit: below `There were 2 failures:`, numbered, `Class::test`, with the place as the last line. */
export function phpunitReader(): Reader {
  const found = new FoundTests();
  const blocks = new Blocks((name: string, lines) => found.add(testOf(name, lines)));
  let isList = false;

  return {
    format: "phpunit",
    line(line) {
      const isHead = /^There (?:was|were) \d+ (?:error|failure)s?:$/.test(line);
      if (isHead || /^(?:--|ERRORS!|FAILURES!|There (?:was|were) \d+ .*:)$/.test(line)) {
        blocks.end();
        isList = isHead;
        return;
      }
      if (!isList) return;
      const name = /^\d+\) (\S+::.+)$/.exec(line)?.[1];
      if (name === undefined) blocks.add(line);
      else blocks.begin(name);
    },
    end() {
      blocks.end();
      return found.failing();
    },
    counts: () => undefined,
  };
}

function testOf(name: string, lines: readonly string[]): FailingTest {
  const [suite = "", test = ""] = name.split(/::(.*)/s);
  const place = lines
    .flatMap((line) => /^(\S+\.php:\d+)$/.exec(line)?.[1] ?? [])
    .find((at) => !at.startsWith("/"));
  return failingTest({
    test,
    suite: [suite],
    file: place?.replace(/:\d+$/, ""),
    place,
    message: lines.filter((line) => !/^\S+\.php:\d+$/.test(line)).join("\n"),
  });
}
