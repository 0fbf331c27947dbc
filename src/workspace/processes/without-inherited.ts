import type { StdioOptions } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";

/**
 * What a process gets as its files, and nothing else: what the shell or the editor that started Huddle had left open
 * would pass on to every command, into the sandbox. Node itself leaves no file open. `listed`: where the files of this
 * process are listed, for tests.
 */
export function withoutInherited(stdio: readonly ("ignore" | "pipe")[], listed?: string): StdioOptions {
  if (listed === undefined) found ??= inherited();
  const { numbers, nothing } = (listed === undefined && found) || inherited(listed);
  const last = Math.max(stdio.length - 1, ...numbers);
  return Array.from({ length: last + 1 }, (_, at) => {
    const own = stdio[at];
    if (own !== undefined) return own;
    return numbers.includes(at) ? nothing : "ignore";
  });
}

/** They do not change: all that this process opens later is closed in others. */
let found: { readonly numbers: readonly number[]; readonly nothing: number } | undefined;

const most = 4096;
const closesInOthers = 0o2000000;

function inherited(listed = "/proc/self/fdinfo"): {
  readonly numbers: readonly number[];
  readonly nothing: number;
} {
  const numbers = readdirOf(listed)
    .map(Number)
    .filter((number) => number > 2 && number < most && !closes(listed, number));
  return { numbers, nothing: numbers.length === 0 ? -1 : openSync("/dev/null", "r+") };
}

/** Nothing where there is no such folder: outside of Linux. */
function readdirOf(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function closes(listed: string, number: number): boolean {
  try {
    const [, flags = ""] = /^flags:\s*([0-7]+)/m.exec(readFileSync(`${listed}/${number}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & closesInOthers) !== 0;
  } catch {
    return true; // the folder that was read, which is closed again
  }
}
