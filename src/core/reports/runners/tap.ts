import {
  beforeStack,
  dedent,
  FoundTests,
  failingTest,
  indentOf,
  isTestFile,
  Lines,
  placeIn,
} from "../found-tests.ts";
import { type Failing, type FailingTest, type Reader, type TestCounts, wholeFile } from "../test-report.ts";
import { yamlFields } from "../yaml-fields.ts";

interface Group {
  readonly indent: number;
  readonly name: string;
}

interface Open {
  readonly indent: number;
  readonly name: string;
  readonly suite: readonly string[];
  readonly lines: Lines;
  readonly said: readonly string[];
  /** A test inside it failed, and that says more. */
  readonly failedInside: boolean;
  /** How deep its fields stand, once they have begun, and whether they have ended. */
  fieldsAt?: number;
  isTold: boolean;
}

const result = /^( *)(not )?ok +\d+(?: +-)? ?(.*)$/;

/** TAP, as Node, Vitest, Mocha, tape and Perl write it: nested, with YAML below a result or plain lines. */
export class TapReader implements Reader {
  readonly format = "tap";
  readonly #found = new FoundTests();
  readonly #groups: Group[] = [];
  #open: Open | undefined;
  /** How deep the last result stood: one further left is the group around it. */
  #depth = 0;
  /** Depths of failing tests whose group has not ended. */
  readonly #failed = new Set<number>();
  /** Comments since the last result: what a file printed before it failed as a whole. */
  #said: string[] = [];
  /** tape has no groups: the last comment is the title of what follows. */
  #title: string | undefined;

  line(line: string): void {
    const [, spaces, not, rest] = result.exec(line) ?? [];
    if (spaces !== undefined && rest !== undefined) this.#result(spaces.length, not !== undefined, rest);
    else if (!this.#begins(line) && !this.#ends(line)) this.#between(line);
  }

  end(): Failing {
    this.#close();
    return this.#found.failing();
  }

  counts(): TestCounts | undefined {
    return this.#found.listed();
  }

  #result(indent: number, failed: boolean, rest: string): void {
    this.#close();
    const { name, directive, opens } = partsOf(rest);
    this.#endGroups(opens ? indent : indent + 1);
    const suite = this.#groups.filter((group) => group.indent < indent).map((group) => group.name);
    const isGroup = this.#depth > indent;
    const failedInside = this.#leave(indent);
    if (opens) this.#groups.push({ indent, name });
    else if (directive === "skip" || directive === "todo") this.#found.ran("skipped");
    else if (failed) {
      const title = suite.length === 0 && this.#title !== name ? this.#title : undefined;
      const around = title === undefined ? suite : [title];
      const lines = new Lines();
      this.#open = { indent, name, suite: around, lines, said: this.#said, failedInside, isTold: false };
    } else if (!isGroup) this.#found.ran("passed");
    this.#said = [];
  }

  /** Ends the groups from this depth on. */
  #endGroups(indent: number): void {
    while ((this.#groups.at(-1)?.indent ?? -1) >= indent) this.#groups.pop();
  }

  /** Leaves the groups further right. Whether a test failed in them. */
  #leave(indent: number): boolean {
    this.#depth = indent;
    const inner = [...this.#failed].filter((one) => one > indent);
    for (const one of inner) this.#failed.delete(one);
    return inner.length > 0;
  }

  /** Node announces a group, and each test, before what is in it. */
  #begins(line: string): boolean {
    const [, spaces, subtest] = /^( *)# Subtest: (.*)$/.exec(line) ?? [];
    if (spaces === undefined || subtest === undefined) return false;
    this.#close();
    this.#endGroups(spaces.length);
    this.#groups.push({ indent: spaces.length, name: unescaped(subtest) });
    this.#title = undefined;
    return true;
  }

  /** Vitest puts groups between braces. */
  #ends(line: string): boolean {
    const ended = /^( *)\}$/.exec(line)?.[1];
    const open = this.#open;
    if (ended === undefined || (open && (ended.length >= open.indent || inText(open.lines)))) return false;
    this.#close();
    this.#leave(ended.length);
    return true;
  }

  #between(line: string): void {
    const comment = /^# ?(.*)$/.exec(line)?.[1];
    // Below the fields of a failing test, tape writes the title of the next one.
    if (comment !== undefined && this.#open?.isTold) this.#close();
    const open = this.#open;
    if (open) {
      const isInside = indentOf(line) > open.indent || line.trim() === "" || comment !== undefined;
      if (!isInside && !inText(open.lines)) {
        this.#close();
        return;
      }
      open.lines.add(comment ?? line);
      if (line.trim() === "---") open.fieldsAt ??= indentOf(line);
      if (line.trim() === "..." && indentOf(line) === open.fieldsAt) open.isTold = true;
      return;
    }
    if (comment === undefined) return;
    if (this.#said.length < 60) this.#said.push(comment);
    if (this.#groups.length === 0) this.#title = comment;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const { indent, name, suite, lines, said, failedInside } = open;
    const fields = yamlFields(lines.all());
    this.#failed.add(indent);
    if (failedInside || fields.failureType === "subtestsFailed") return;
    this.#found.ran("failed");
    this.#found.add(tapTest(name, suite, fields, lines.all(), said));
  }
}

/** Vitest writes texts of several lines without indentation, between quotes. */
function inText(lines: Lines): boolean {
  const all = lines.all();
  const quotes = all.reduce((sum, line) => sum + (line.replace(/\\./g, "").match(/"/g)?.length ?? 0), 0);
  return all.some((line) => line.trim() === "---") && quotes % 2 === 1;
}

function partsOf(rest: string): {
  readonly name: string;
  readonly directive: string | undefined;
  readonly opens: boolean;
} {
  const opens = /\{$/.test(rest) && / # time=/.test(rest);
  const [, name = rest, directive] = /^(.*?)\s# (todo|skip|time=|SKIP|TODO)/i.exec(rest) ?? [];
  return { name: unescaped(name), directive: directive?.toLowerCase(), opens };
}

function unescaped(name: string): string {
  return name.replace(/\\([\\#])/g, "$1").trim();
}

/** A failing test from its result line, the groups around it, and what stands below it. */
export function tapTest(
  name: string,
  suite: readonly string[],
  fields: Readonly<Record<string, string>>,
  lines: readonly string[],
  said: readonly string[] = [],
): FailingTest {
  const stack = fields.stack?.split("\n") ?? [];
  const at = placeIn(stack) ?? placeIn([fields.location ?? fields.at ?? ""]) ?? placeIn(lines);
  const file = isTestFile(name) ? name : fileOf(fields.location ?? placeIn([fields.at ?? ""]) ?? at);
  const isWhole = isTestFile(name) && suite.length === 0;
  // Vitest names the file, either as the outermost group or in front of the name.
  const names = [...suite, ...(isTestFile(name.split(" > ", 1)[0] ?? "") ? name.split(" > ") : [name])];
  const [first = "", ...inner] = names;
  const isInFile = !isWhole && inner.length > 0 && isTestFile(first);
  const message = isWhole && said.length > 0 ? saidLast(said) : messageOf(fields, lines);
  return failingTest({
    test: isWhole ? wholeFile : (names.at(-1) ?? name),
    suite: isInFile ? inner.slice(0, -1) : names.slice(0, -1),
    file: isInFile ? first : file,
    place: at,
    message,
  });
}

function messageOf(fields: Readonly<Record<string, string>>, lines: readonly string[]): string {
  // Vitest nests the message below an empty `error`.
  const error = fields.error || fields.message;
  if (error) return error;
  if (fields.operator !== undefined)
    return `${fields.operator}: expected ${fields.expected ?? ""}, actual ${fields.actual ?? ""}`;
  return beforeStack(dedent(lines.filter((line) => !/^\s*(?:---|\.\.\.)$/.test(line)))).join("\n");
}

/** The end of what a file printed before it failed, without its stack. */
export function saidLast(said: readonly string[]): string {
  const start = said.findLastIndex((line) => /^(?=\S).*(?:Error|Exception)\b/.test(line));
  return beforeStack(said.slice(Math.max(0, start))).join("\n");
}

function fileOf(place: string | undefined): string | undefined {
  return place === undefined ? undefined : /^(.+?):\d+(?::\d+)?$/.exec(place)?.[1];
}
