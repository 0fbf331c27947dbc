import type { CommandEnd } from "../processes/run-command.ts";

/**
 * Why a check could not start: the line of its output that says so. A shell ends with 126 when a program may not be
 * executed and with 127 when there is none; runners such as make and npm report that code of the command below them.
 * Undefined: it did start. Mocha ends with the number of failed tests, so what has counted tests has started.
 */
export function whyNotStarted(
  { exit, output }: Pick<CommandEnd, "exit" | "output">,
  hasCounted: boolean,
): string | undefined {
  if (exit === 0 || exit === null || hasCounted) return undefined;
  const lines = output.split(/\r?\n/).flatMap((line) => line.trim() || []);
  if (exit !== 126 && exit !== 127 && !isBelow(lines.slice(-lastLines))) return undefined;
  const said = lines.findLast((line) => reasonLine.test(line)) ?? lines.at(-1);
  return said ?? `it ends with ${exit} and prints nothing`;
}

const lastLines = 8;

/** Tests may print such codes, too. A runner says at the very end what the command below it ended with, and why. */
function isBelow(last: readonly string[]): boolean {
  return last.some((line) => belowLine.test(line)) && last.some((line) => reasonLine.test(line));
}

/** `make: *** [Makefile:2: test] Error 127`, `ELIFECYCLE Command failed with exit code 127.` */
const belowLine = /\b(?:Error|exit code|exit status|code) 12[67]\b/i;

/** What shells and runners print about a program that is missing or may not be executed. */
const reasonLine =
  /not found$|command not found|no such file or directory|permission denied|cannot execute|bad interpreter|exec format error|is not executable|\bE(?:NOENT|ACCES)\b/i;
