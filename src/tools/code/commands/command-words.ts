import { assertNever } from "../../../core/assert-never.ts";
import type { Changed, CommandRun } from "../../../core/ports/commands.ts";
import type { CallId } from "../../../core/terms/ids.ts";
import { pathList } from "../../../core/text/path-list.ts";

/** Characters of the output that its author gets at once: more of its end, where most programs say what went wrong. */
const most = { start: 4_000, end: 8_000 };

/** What a command came to, for the member who ran it. */
export function commandWords(run: CommandRun & Changed, call: CallId): string {
  const { output, changed, held = [], problem } = run;
  const blocked = run.exit === 0 && !lockedGit.test(output) ? undefined : blockedWords(run);
  return [
    ...(blocked === undefined ? [] : [blocked]),
    `${endWords(run)}${changed.length > 0 ? ` Changed: ${pathList(changed)}.` : ""}`,
    ...(problem === undefined ? [] : [`This worktree cannot be committed as it is: ${problem}`]),
    ...(held.length > 0 ? [heldWords(held)] : []),
    output.trim() === "" ? "It printed nothing." : startAndEnd(output, call),
  ].join("\n");
}

function heldWords(paths: readonly string[]): string {
  return `Only a person changes ${pathList(paths)}: the commit leaves ${paths.length === 1 ? "it" : "them"} as before.`;
}

function endWords({ exit, ms, over }: CommandRun): string {
  const time = `${(ms / 1000).toFixed(1)} s`;
  if (over === "time") return `Ended after ${time}: it ran longer than its timeout.`;
  if (over !== undefined) return `Ended after ${time}.`;
  return exit === null ? `Ended by a signal after ${time}.` : `Exit ${exit} after ${time}.`;
}

/** What the sandbox did, so that nobody looks for it in the code. Undefined: nothing that shows. */
function blockedWords({ over, output, sandbox }: CommandRun): string | undefined {
  switch (over) {
    case "memory":
    case "processes":
    case "disk":
      return `[sandbox] Ended: it took more ${over === "disk" ? "disk space" : over} than commands may (sandbox.${over} in the user's settings). Do it in smaller parts.`;
    case "time":
    case undefined:
      break;
    default:
      return assertNever(over);
  }
  if (sandbox === "outer" || sandbox === "none") return undefined;
  if (readOnly.test(output))
    return "[sandbox] Only the worktree and /tmp can be written here; git's own folder cannot. Leave commits to the harness.";
  if (noNetwork.test(output)) return "[sandbox] Commands have no network here. Work with what is installed.";
  return undefined;
}

/** Git's own words for a folder that it may not write, which some of its commands end well with. */
const lockedGit = /index\.lock': read-only file system/i;
const readOnly = /read-only file system|\bEROFS\b/i;
const noNetwork =
  /could not resolve host|name resolution|\bENOTFOUND\b|\bEAI_AGAIN\b|network is unreachable|\bENETUNREACH\b|getaddrinfo/i;

/** Whole lines of the start and the end, and how to get those between. */
function startAndEnd(output: string, call: CallId): string {
  const text = output.trimEnd();
  if (text.length <= most.start + most.end) return text;
  const start = text.slice(0, text.lastIndexOf("\n", most.start) + 1 || most.start);
  const last = text.length - most.end;
  const end = text.slice(text.indexOf("\n", last) + 1 || last);
  const from = start.split("\n").length;
  const left = text.split("\n").length - from - end.split("\n").length + 1;
  const what =
    left > 0
      ? `${left} lines left out; read_output with call ${call} and from ${from} shows them`
      : `${text.length - start.length - end.length} characters left out`;
  return `${start.trimEnd()}\n(${what})\n${end}`;
}
