import { beforeStack, FoundTests, failingTest, Lines, placeIn } from "../found-tests.ts";
import type { Reader } from "../test-report.ts";

interface Open {
  readonly name: string;
  readonly within: string | undefined;
  readonly file: string | undefined;
  message: string | undefined;
  failed: boolean;
  skipped: boolean;
  readonly lines: Lines;
}

/** JUnit's XML, as far as a runner prints one element in a line. */
export function junitReader(): Reader {
  const found = new FoundTests();
  const suites: string[] = [];
  let open: Open | undefined;

  const close = () => {
    if (!open) return;
    const { name, within, file, failed, skipped, message } = open;
    const lines = open.lines.all();
    found.ran(failed ? "failed" : skipped ? "skipped" : "passed");
    const suite = suites.length > 0 ? suites : within === undefined ? [] : [within];
    if (failed)
      found.add(
        failingTest({
          test: name,
          suite,
          file,
          place: placeIn(lines),
          message: message || beforeStack(lines).join("\n"),
        }),
      );
    open = undefined;
  };

  return {
    format: "junit",
    line(line) {
      if (!open && !/^\s*</.test(line)) return;
      if (/<\/testsuite>/.test(line)) suites.pop();
      if (/<testsuite\b/.test(line) && !/\/>\s*$/.test(line) && suites.length < 50)
        suites.push(attribute(line, "name") ?? "");
      if (/<testcase\b/.test(line)) {
        close();
        open = {
          name: attribute(line, "name") ?? "",
          within: attribute(line, "classname"),
          file: attribute(line, "file"),
          message: undefined,
          failed: false,
          skipped: false,
          lines: new Lines(),
        };
      }
      if (!open) return;
      if (/<(?:failure|error)\b/.test(line)) {
        open.failed = true;
        open.message = attribute(line, "message");
      } else if (/<skipped\b/.test(line)) open.skipped = true;
      else if (!/<testcase\b/.test(line)) open.lines.add(plain(line));
      if (/<\/testcase>|<testcase\b[^>]*\/>/.test(line)) close();
    },
    end() {
      close();
      return found.failing();
    },
    counts: () => found.listed(),
  };
}

function attribute(line: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(line)?.[1];
  return value === undefined || value === "" ? undefined : plain(value);
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#10;": "\n",
  "&amp;": "&",
};

function plain(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp|#10);/g, (entity) => entities[entity] ?? entity);
}
