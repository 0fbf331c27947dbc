import { dedent, FoundTests, failingTest, Kept, Lines } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

interface Told {
  readonly name: string;
  readonly lines: Lines;
}

const mostOpen = 1000;

/** go test, with and without -v and -json: `--- FAIL: TestA/b`, and the package in a line below all of its tests. */
export function goReader(): Reader {
  const found = new FoundTests();
  /** Under -json packages print at the same time. */
  const packages = new Map<string, GoPackage>();
  const plain = new GoPackage(found, undefined);
  /** Without -v only failing tests are listed, so they cannot be counted. */
  let isVerbose = false;

  const packageOf = (name: string): GoPackage => {
    const known = packages.get(name);
    if (known) return known;
    if (packages.size >= mostOpen) return plain;
    const made = new GoPackage(found, name);
    packages.set(name, made);
    return made;
  };
  const read = (text: string, name: string | undefined) => {
    isVerbose ||= running.test(text);
    const ended = (name === undefined ? plain : packageOf(name)).line(text) === "ended";
    if (ended && name !== undefined) packages.delete(name);
  };

  return {
    format: "go",
    line(line) {
      if (!/^\{"(?:Time|Action|ImportPath)":/.test(line)) return read(line, undefined);
      const { output, of } = outputOf(line);
      for (const text of output.split("\n")) if (text !== "") read(text, of);
    },
    end() {
      for (const one of [plain, ...packages.values()]) one.end();
      return found.failing();
    },
    counts: () => (isVerbose ? found.listed() : undefined),
  };
}

const running = /^=== (?:RUN|CONT|PAUSE) +(\S+)/;

/** What one package printed since the last one ended, or all of them where lines do not say of which package they are. */
class GoPackage {
  readonly #found: FoundTests;
  readonly #name: string | undefined;
  #pending = new Kept<Told>();
  #open: Told | undefined;
  #running: Lines | undefined;
  /** Output of tests under -v comes before their results. */
  readonly #printed = new Map<string, Lines>();
  #build: { readonly of: string; readonly lines: Lines } | undefined;

  constructor(found: FoundTests, name: string | undefined) {
    this.#found = found;
    this.#name = name;
  }

  line(line: string): "ended" | "open" {
    const [, failed, why] = /^FAIL\t(\S+)(?:\t[\d.]+s| \[(.+)\])$/.exec(line) ?? [];
    if (failed !== undefined && why !== undefined) this.#broken(failed, why);
    else if (failed !== undefined) this.end(failed);
    else if (/^ok {2}\t/.test(line)) this.end();
    else {
      this.#inside(line);
      return "open";
    }
    return "ended";
  }

  end(name = this.#name): void {
    const all = this.#pending.all();
    const parents = all.filter((one) => all.some((other) => other.name.startsWith(`${one.name}/`)));
    for (const one of all) {
      if (parents.includes(one)) continue;
      const lines = one.lines.all().length > 0 ? one.lines : this.#printed.get(one.name);
      this.#found.add(testOf(name, one.name, lines?.all() ?? []));
    }
    this.#found.more(this.#pending.beyond());
    this.#pending = new Kept();
    this.#open = undefined;
    this.#running = undefined;
    this.#printed.clear();
  }

  #broken(name: string, why: string): void {
    const lines = this.#build?.of === name ? this.#build.lines.all() : [];
    this.#build = undefined;
    const message = lines.join("\n") || why;
    this.#found.add(failingTest({ test: wholeFile, file: name, place: placeOf(lines), message }));
  }

  #inside(line: string): void {
    const [, how, name] = /^ *--- (FAIL|PASS|SKIP): (\S+)/.exec(line) ?? [];
    if (name !== undefined) {
      this.#found.ran(how === "FAIL" ? "failed" : how === "PASS" ? "passed" : "skipped");
      this.#open = how === "FAIL" ? { name, lines: new Lines() } : undefined;
      if (this.#open) this.#pending.add(this.#open);
      this.#running = undefined;
      return;
    }
    const run = running.exec(line)?.[1];
    if (run !== undefined) {
      this.#open = undefined;
      this.#running = this.#printed.get(run) ?? new Lines();
      if (this.#printed.size < mostOpen) this.#printed.set(run, this.#running);
      return;
    }
    if (line === "FAIL" || line === "PASS") return;
    const built = /^# (\S+)/.exec(line)?.[1];
    if (built !== undefined && !this.#open) this.#build = { of: built, lines: new Lines() };
    else (this.#open?.lines ?? this.#running ?? this.#build?.lines)?.add(line);
  }
}

/** The output in a line of -json, and of which package it is. */
function outputOf(line: string): { readonly output: string; readonly of?: string } {
  try {
    const { Output, Package, ImportPath } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const of = typeof Package === "string" ? Package : ImportPath;
    return {
      output: typeof Output === "string" ? Output : "",
      // A package is built as `ex/a [ex/a.test]`.
      ...(typeof of === "string" && { of: of.split(" ", 1)[0] ?? of }),
    };
  } catch {
    // It only looks like one, or it is cut.
    return { output: "" };
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
