import { FoundTests, failingTest, Kept, Lines } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

/** cargo test: `test a::b ... FAILED`, then `---- a::b stdout ----` with what it printed, for each binary. */
export function cargoReader(): Reader {
  const found = new FoundTests();
  let file: string | undefined;
  let named = new Kept<string>();
  let printed = new Map<string, Lines>();
  let open: Lines | undefined;
  let isRunning = false;

  const endBinary = () => {
    for (const name of named.all()) found.add(testOf(name, file, printed.get(name)?.all() ?? []));
    found.more(named.beyond());
    named = new Kept();
    printed = new Map();
    isRunning = false;
  };

  return {
    format: "cargo",
    line(line) {
      const binary = /^ +(?:Running (?:unittests )?(\S+)|Doc-tests (\S+))/.exec(line);
      if (binary) {
        endBinary();
        file = binary[1] ?? `doc-tests of ${binary[2]}`;
        return;
      }
      if (/^running \d+ tests?$/.test(line)) isRunning = true;
      const test = /^test (.+?)(?: - should panic)? \.\.\. FAILED$/.exec(line)?.[1];
      if (test !== undefined) named.add(test);
      if (/^test result: /.test(line)) return endBinary();
      if (isRunning && /^error: test failed/.test(line)) {
        // The process died before it could say which test it was.
        found.add(failingTest({ test: wholeFile, file, message: "the process ended before its tests did" }));
        return endBinary();
      }
      const block = /^---- (.+) stdout ----$/.exec(line)?.[1];
      if (block !== undefined) {
        open = new Lines();
        printed.set(block, open);
        return;
      }
      if (/^failures:$/.test(line)) open = undefined;
      else open?.add(line);
    },
    end() {
      endBinary();
      return found.failing();
    },
    counts: () => undefined,
  };
}

function testOf(name: string, file: string | undefined, lines: readonly string[]): FailingTest {
  const names = name.includes(" ") ? [name] : name.split("::");
  const { place, said } = panicIn(lines);
  return failingTest({
    test: names.at(-1) ?? name,
    suite: names.slice(0, -1),
    file,
    place,
    message: said.join("\n"),
  });
}

/** `thread 'a' panicked at src/lib.rs:4:5:` above the message; older versions: `panicked at 'message', src/lib.rs:4:5`. */
function panicIn(lines: readonly string[]): {
  readonly place: string | undefined;
  readonly said: readonly string[];
} {
  const index = lines.findIndex((line) => / panicked at /.test(line));
  const end = lines.findIndex((line, at) => at > index && /^(?:stack backtrace:|note: )/.test(line));
  if (index === -1) {
    const place = / at (\S+\.rs:\d+:\d+)$/.exec(lines.find((line) => /^note: /.test(line)) ?? "")?.[1];
    return { place, said: lines };
  }
  const [, old, place] = / panicked at (?:'(.*)', )?(\S+\.rs:\d+:\d+)/.exec(lines[index] ?? "") ?? [];
  if (old !== undefined) return { place, said: [old] };
  return { place, said: lines.slice(index + 1, end === -1 ? undefined : end) };
}
