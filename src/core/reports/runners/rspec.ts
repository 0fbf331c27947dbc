import { dedent, FoundTests, failingTest, Lines } from "../found-tests.ts";
import { type Reader, wholeFile } from "../test-report.ts";

/** RSpec: below `Failures:`, numbered, with `# ./spec/a_spec.rb:6` as the place. */
export function rspecReader(): Reader {
  const found = new FoundTests();
  let isFailures = false;
  let open: { readonly name: string; readonly file?: string; readonly lines: Lines } | undefined;

  const close = () => {
    if (open) {
      const lines = open.lines.all();
      const stack = lines.findIndex((line) => /^(?: {5})?# /.test(line));
      const place = lines.flatMap((line) => /^(?: {5})?# \.\/(\S+:\d+)/.exec(line)?.[1] ?? []).at(0);
      found.add(
        failingTest({
          test: open.name,
          file: open.file ?? place?.replace(/:\d+$/, ""),
          place,
          message: dedent(stack === -1 ? lines : lines.slice(0, stack)).join("\n"),
        }),
      );
    }
    open = undefined;
  };

  return {
    format: "rspec",
    line(line) {
      const broken = /^An error occurred while loading (\S+?)\.?(?: |$)/.exec(line)?.[1];
      if (broken !== undefined) {
        close();
        open = { name: wholeFile, file: broken, lines: new Lines() };
      } else if (/^Failures:$/.test(line)) isFailures = true;
      else if (/^Finished in /.test(line)) {
        close();
        isFailures = false;
      } else if (isFailures || open) {
        const name = /^ {2}\d+\) (.+)$/.exec(line)?.[1];
        if (name !== undefined) {
          close();
          open = { name, lines: new Lines() };
        } else open?.lines.add(line);
      }
    },
    end() {
      close();
      return found.failing();
    },
    counts: () => undefined,
  };
}
