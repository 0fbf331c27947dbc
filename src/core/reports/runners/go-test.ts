import { dedent, FoundTests, failingTest, Kept, Lines } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

interface Told {
  readonly name: string;
  readonly indent: number;
  readonly lines: Lines;
}

/** go test, with and without -v and -json: `--- FAIL: TestA/b`, and the package in a line below all of its tests. */
export function goReader(): Reader {
  const found = new FoundTests();
  let pending = new Kept<Told>();
  let open: Told | undefined;
  let running: Lines | undefined;
  /** Without -v only failing tests are listed, so they cannot be counted. */
  let isVerbose = false;
  /** Output of tests under -v comes before their results. */
  const printed = new Map<string, Lines>();
  let build: { readonly of: string; readonly lines: Lines } | undefined;

  const endPackage = (name: string | undefined) => {
    const all = pending.all();
    const parents = all.filter((one) => all.some((other) => other.name.startsWith(`${one.name}/`)));
    for (const one of all) {
      if (parents.includes(one)) continue;
      const lines = one.lines.all().length > 0 ? one.lines.all() : (printed.get(one.name)?.all() ?? []);
      found.add(testOf(name, one.name, lines));
    }
    found.more(pending.beyond());
    pending = new Kept();
    open = undefined;
    running = undefined;
    printed.clear();
  };
  const read = (line: string) => {
    const [, spaces, how, name] = /^( *)--- (FAIL|PASS|SKIP): (\S+)/.exec(line) ?? [];
    if (spaces !== undefined && name !== undefined) {
      found.ran(how === "FAIL" ? "failed" : how === "PASS" ? "passed" : "skipped");
      open = how === "FAIL" ? { name, indent: spaces.length, lines: new Lines() } : undefined;
      if (open) pending.add(open);
      running = undefined;
      return;
    }
    const [, failed, why] = /^FAIL\t(\S+)(?:\t[\d.]+s| \[(.+)\])$/.exec(line) ?? [];
    if (failed !== undefined) return failedPackage(failed, why);
    if (/^ok {2}\t/.test(line)) return endPackage(undefined);
    const run = /^=== (?:RUN|CONT|PAUSE) +(\S+)/.exec(line)?.[1];
    if (run !== undefined) {
      isVerbose = true;
      open = undefined;
      running = printed.get(run) ?? new Lines();
      if (printed.size < 1000) printed.set(run, running);
      return;
    }
    if (line === "FAIL" || line === "PASS") return;
    const built = /^# (\S+)/.exec(line)?.[1];
    if (built !== undefined && !open) {
      build = { of: built, lines: new Lines() };
      return;
    }
    (open?.lines ?? running ?? build?.lines)?.add(line);
  };
  const failedPackage = (name: string, why: string | undefined) => {
    if (why === undefined) return endPackage(name);
    const lines = build?.of === name ? build.lines.all() : [];
    build = undefined;
    found.add(
      failingTest({ test: wholeFile, file: name, place: placeOf(lines), message: lines.join("\n") || why }),
    );
  };

  return {
    format: "go",
    line(line) {
      if (!/^\{"(?:Time|Action|ImportPath)":/.test(line)) return read(line);
      for (const text of outputOf(line).split("\n")) if (text !== "") read(text);
    },
    end() {
      endPackage(undefined);
      return found.failing();
    },
    counts: () => (isVerbose ? found.listed() : undefined),
  };
}

/** The output in a line of -json. */
function outputOf(line: string): string {
  try {
    const { Output } = JSON.parse(line) as { readonly Output?: unknown };
    return typeof Output === "string" ? Output : "";
  } catch {
    // It only looks like one, or it is cut.
    return "";
  }
}

function testOf(name: string | undefined, test: string, lines: readonly string[]): FailingTest {
  const panic = lines.findIndex((line) => /^panic: /.test(line));
  const all = dedent(panic === -1 ? lines : lines.slice(panic));
  const stack = all.findIndex((line) => line.trim() === "" || /^goroutine /.test(line));
  const names = test.split("/");
  return failingTest({
    test: names.at(-1) ?? test,
    suite: names.slice(0, -1),
    file: name,
    place: placeOf(all),
    message: (stack === -1 ? all : all.slice(0, stack)).join("\n"),
  });
}

function placeOf(lines: readonly string[]): string | undefined {
  const places = lines.flatMap((line) => /^\s*(\S+\.go:\d+(?::\d+)?)(?::| \+0x|$)/.exec(line)?.[1] ?? []);
  return places.find((place) => !place.startsWith("/"));
}
