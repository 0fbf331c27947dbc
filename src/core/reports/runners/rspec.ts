import { Blocks, dedent, FoundTests, failingTest } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

interface Head {
  readonly name: string;
  readonly file?: string;
}

/** RSpec: below `Failures:`, numbered, with `# ./spec/a_spec.rb:6` as the place. */
export function rspecReader(): Reader {
  const found = new FoundTests();
  const blocks = new Blocks((head: Head, lines) => found.add(testOf(head, lines)));
  let isFailures = false;

  return {
    format: "rspec",
    line(line) {
      const broken = /^An error occurred while loading (\S+?)\.?(?: |$)/.exec(line)?.[1];
      if (broken !== undefined) blocks.begin({ name: wholeFile, file: broken });
      else if (/^Failures:$/.test(line)) isFailures = true;
      else if (/^Finished in /.test(line)) {
        blocks.end();
        isFailures = false;
      } else if (isFailures || blocks.isOpen()) {
        const name = /^ {2}\d+\) (.+)$/.exec(line)?.[1];
        if (name === undefined) blocks.add(line);
        else blocks.begin({ name });
      }
    },
    end() {
      blocks.end();
      return found.failing();
    },
    counts: () => undefined,
  };
}

function testOf({ name, file }: Head, lines: readonly string[]): FailingTest {
  const stack = lines.findIndex((line) => /^(?: {5})?# /.test(line));
  const place = lines.flatMap((line) => /^(?: {5})?# \.\/(\S+:\d+)/.exec(line)?.[1] ?? []).at(0);
  return failingTest({
    test: name,
    file: file ?? place?.replace(/:\d+$/, ""),
    place,
    message: dedent(stack === -1 ? lines : lines.slice(0, stack)).join("\n"),
  });
}
