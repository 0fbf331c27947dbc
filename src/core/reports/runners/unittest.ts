import { Blocks, FoundTests, failingTest } from "../found-tests.ts";
import type { FailingTest, Reader } from "../test-report.ts";

interface Head {
  readonly name: string;
  readonly within: string;
}

/** Python's unittest: `FAIL: test_a (module.Class.test_a)` between two rules, then its traceback. */
export function unittestReader(): Reader {
  const found = new FoundTests();
  const blocks = new Blocks(({ name, within }: Head, lines) => found.add(testOf(name, within, lines)));
  let wasRule = false;

  return {
    format: "unittest",
    line(line) {
      const isRule = /^={70}$/.test(line);
      const [, name, within, sub = ""] = /^(?:FAIL|ERROR): (\S+) \(([^()]+)\)(.*)$/.exec(line) ?? [];
      if (isRule || /^Ran \d+ tests? in /.test(line)) blocks.end();
      else if (wasRule && name !== undefined && within !== undefined)
        blocks.begin({ name: `${name}${sub}`, within });
      else if (!/^-{70}$/.test(line)) blocks.add(line);
      wasRule = isRule;
    },
    end() {
      blocks.end();
      return found.failing();
    },
    counts: () => undefined,
  };
}

function testOf(name: string, within: string, lines: readonly string[]): FailingTest {
  const method = name.split(" ", 1)[0] ?? name;
  const places = lines.flatMap((line) => {
    const [, file, number] = /^ {2}File "([^"]+)", line (\d+)/.exec(line) ?? [];
    return file === undefined || number === undefined || file.startsWith("/") ? [] : [`${file}:${number}`];
  });
  const said = lines.findLastIndex((line) => /^ {2}File "/.test(line));
  const message = lines.slice(said + 1).filter((line) => !/^(?: {4}|Traceback )/.test(line));
  return failingTest({
    test: name,
    // Since Python 3.11 the name of the method stands at the end, too.
    suite: [within.endsWith(`.${method}`) ? within.slice(0, -method.length - 1) : within],
    file: places.at(0)?.replace(/:\d+$/, ""),
    place: places.at(-1),
    message: message.join("\n"),
  });
}
