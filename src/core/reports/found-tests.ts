import { clipped } from "../text/clipped.ts";
import type { Failing, FailingTest, TestCounts } from "./test-report.ts";

const mostKept = 1000;
const mostName = 300;
const mostLines = 60;
const mostMessage = 800;

/** The first of many, in bounded memory, and how many came after them. */
export class Kept<T> {
  readonly #all: T[] = [];
  #beyond = 0;

  /** Whether there was room for it. */
  add(one: T): boolean {
    const hasRoom = this.#all.length < mostKept;
    if (hasRoom) this.#all.push(one);
    else this.#beyond += 1;
    return hasRoom;
  }

  all(): readonly T[] {
    return this.#all;
  }

  beyond(): number {
    return this.#beyond;
  }
}

/** Failing tests of one reader, in bounded memory. */
export class FoundTests {
  readonly #kept = new Kept<FailingTest>();
  readonly #ran = { passed: 0, failed: 0, skipped: 0 };
  #unnamed = 0;

  add(test: FailingTest): void {
    if (test.test !== "") this.#kept.add(test);
  }

  /** Counts failing tests whose names were not kept. */
  more(count: number): void {
    this.#unnamed += count;
  }

  /** Counts a test that the runner listed. */
  ran(how: "passed" | "failed" | "skipped"): void {
    this.#ran[how] += 1;
  }

  failing(): Failing {
    return { named: this.#kept.all(), more: this.#kept.beyond() + this.#unnamed };
  }

  /** What was listed, if anything was. */
  listed(): TestCounts | undefined {
    const { passed, failed, skipped } = this.#ran;
    return passed + failed + skipped === 0 ? undefined : { passed, failed, skipped };
  }
}

/** The lines that belong to one failing test. */
export class Lines {
  readonly #lines: string[] = [];

  add(line: string): void {
    if (this.#lines.length < mostLines) this.#lines.push(line);
  }

  all(): readonly string[] {
    return this.#lines;
  }
}

/** Failing tests that are told one below the other, each with its lines. */
export class Blocks<Head> {
  readonly #ended: (head: Head, lines: readonly string[]) => void;
  #open: { readonly head: Head; readonly lines: Lines } | undefined;

  constructor(ended: (head: Head, lines: readonly string[]) => void) {
    this.#ended = ended;
  }

  /** Begins the next one, and ends the one before it. */
  begin(head: Head): void {
    this.end();
    this.#open = { head, lines: new Lines() };
  }

  add(line: string): void {
    this.#open?.lines.add(line);
  }

  isOpen(): boolean {
    return this.#open !== undefined;
  }

  end(): void {
    if (this.#open) this.#ended(this.#open.head, this.#open.lines.all());
    this.#open = undefined;
  }
}

/** A failing test from the parts that its runner told; empty parts are left out. */
export function failingTest(parts: {
  readonly test: string;
  readonly suite?: readonly string[];
  readonly file?: string | undefined;
  readonly place?: string | undefined;
  readonly message?: string | undefined;
}): FailingTest {
  const suite = parts.suite?.join(" > ") ?? "";
  const message = clipped((parts.message ?? "").trim(), mostMessage);
  return {
    test: named(parts.test),
    ...(suite !== "" && { suite: named(suite) }),
    ...(parts.file && { file: named(parts.file.replace(/^\.\//, "")) }),
    ...(parts.place && { place: named(parts.place.replace(/^\.\//, "")) }),
    ...(message !== "" && { message }),
  };
}

function named(text: string): string {
  return clipped(text.trim(), mostName);
}

/** Removes the indentation that all lines share. */
export function dedent(lines: readonly string[]): readonly string[] {
  const depths = lines.filter((line) => line.trim() !== "").map(indentOf);
  const least = depths.length === 0 ? 0 : Math.min(...depths);
  return lines.map((line) => line.slice(least));
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

const path = String.raw`(?:\.{0,2}/)?[^\s():'"]+\.[A-Za-z]\w{0,4}:\d+(?::\d+)?`;
const frame = new RegExp(`(?:^|[\\s(])(${path})\\)?:?$`);

/** The first place in the project that a stack names: neither of the runtime nor of a dependency. */
export function placeIn(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const place = frame.exec(line.trimEnd())?.[1];
    if (place !== undefined && isOurs(place)) return place.replace(/^\.\//, "");
  }
  return undefined;
}

/** Paths in the worktree were made relative before. */
function isOurs(place: string): boolean {
  return !/^(?:\/|\.\.\/|node:|file:)|(?:^|\/)node_modules\//.test(place);
}

/** Whether a line belongs to a stack, and so no longer to the message. */
function isFrame(line: string): boolean {
  return /^\s*(?:at |❯ |\d+: 0x|stack backtrace:)/.test(line) || frame.test(line.trimEnd());
}

/** The lines before the stack. */
export function beforeStack(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(isFrame);
  return first === -1 ? lines : lines.slice(0, first);
}

/** A file with tests in it, as runners name one. */
export function isTestFile(name: string): boolean {
  return /^\S+\.(?:[cm]?[jt]sx?|py|rb|php|vue|svelte)$/.test(name);
}
