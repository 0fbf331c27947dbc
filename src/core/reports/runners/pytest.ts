import { FoundTests, failingTest, Kept, Lines } from "../found-tests.ts";
import { type FailingTest, type Reader, wholeFile } from "../test-report.ts";

interface Told {
  readonly message: string;
  readonly place: string | undefined;
}

/** pytest: a block for each failure, then a summary with the full names. With -v, also a line for each test. */
export function pytestReader(): Reader {
  const found = new FoundTests();
  const blocks = new Map<string, Told>();
  const named = new Kept<readonly [id: string, message: string]>();
  const early = new Kept<string>();
  let isSummary = false;
  let open: { readonly name: string; readonly lines: Lines } | undefined;

  const close = () => {
    if (open && blocks.size < 1000) blocks.set(open.name, toldIn(open.lines.all()));
    open = undefined;
  };

  return {
    format: "pytest",
    line(line) {
      if (/^=+ .*short test summary info =+$/.test(line)) {
        close();
        isSummary = true;
        return;
      }
      if (/^=+ .* =+$/.test(line)) {
        close();
        isSummary = false;
        return;
      }
      const [, id, message = ""] = /^(?:FAILED|ERROR) (\S+\.py\b.*?)(?: - (.*))?$/.exec(line) ?? [];
      if (id !== undefined && (isSummary || id.includes("::"))) {
        named.add([id, message]);
        return;
      }
      const block = /^_{3,} (?:ERROR (?:at (?:setup|teardown) of|collecting) )?(.+?) _{3,}$/.exec(line)?.[1];
      if (block !== undefined) {
        close();
        open = { name: block, lines: new Lines() };
        return;
      }
      if (open) return keep(line);
      const verbose = /^(\S+\.py::.+?) (?:FAILED|ERROR)(?: +\[ *\d+%\])?$/.exec(line)?.[1];
      if (verbose !== undefined) early.add(verbose);
    },
    end() {
      close();
      const ids = new Set(named.all().map(([id]) => id));
      // A run that is cut off has no summary.
      const cut = early.all().filter((id) => !ids.has(id));
      for (const [id, message] of named.all()) found.add(testOf(id, message, blocks));
      for (const id of cut) found.add(testOf(id, "", blocks));
      found.more(Math.max(named.beyond(), early.beyond()));
      return found.failing();
    },
    counts: () => undefined,
  };

  /** What the error says, and where it was raised; not the code around it. */
  function keep(line: string): void {
    if (/^E {3}/.test(line) || /^\S+\.py:\d+: /.test(line)) open?.lines.add(line);
  }
}

function toldIn(lines: readonly string[]): Told {
  const said = lines.flatMap((line) => (line.startsWith("E   ") ? [line.slice(4)] : []));
  const place = lines.flatMap((line) => /^(\S+\.py:\d+): /.exec(line)?.[1] ?? []).at(-1);
  return { message: said.map((line) => line.replace(/^ {4}/, "")).join("\n"), place };
}

function testOf(id: string, short: string, blocks: ReadonlyMap<string, Told>): FailingTest {
  const [file = id, ...names] = id.split("::");
  const told = blocks.get(names.join(".")) ?? blocks.get(names.at(-1) ?? "") ?? blocks.get(file);
  return failingTest({
    test: names.at(-1) ?? wholeFile,
    suite: names.slice(0, -1),
    file,
    place: told?.place,
    message: told?.message || short,
  });
}
