import type { Limit } from "../core/ports/commands.ts";
import type { SandboxKind } from "../core/terms/sandbox.ts";
import type { CommandEnd } from "./processes/run-command.ts";
import type { Reach } from "./sandbox-here.ts";

interface Ended extends CommandEnd {
  readonly sandbox: SandboxKind;
  readonly reach: Reach;
  /** Destinations that were refused, each with the reason. */
  readonly refused: readonly string[];
}

/** What the sandbox did, and the setting, so that nobody looks for it in the code. Undefined: nothing that shows. */
export function blockedWords({ exit, over, output, sandbox, reach, refused }: Ended): string | undefined {
  if (over !== undefined) return overWords(over);
  if (sandbox === "outer" || sandbox === "none") return undefined;
  if (exit === 0) return lockedGit.test(output) ? readOnlyWords : undefined;
  if (refused.length > 0) return refusedWords(refused, reach);
  if (readOnly.test(output)) return readOnlyWords;
  if (noNetwork.test(output))
    return `[sandbox] There is no network here (${settingOf(reach)}). ${advice[reach]}`;
  if (nobodyThere.test(output))
    return "[sandbox] A port of this machine can be reached only if it is named (ports in the user's settings).";
  return undefined;
}

/** A name that this machine cannot resolve, or a port where nobody listens, is no matter of the settings. */
function refusedWords(refused: readonly string[], reach: Reach): string {
  const isOurs = refused.some((line) => !/cannot be resolved|nothing listens/.test(line));
  return `[sandbox] Not reached: ${refused.join("; ")}${isOurs ? ` (${settingOf(reach)})` : ""}.`;
}

function overWords(over: Exclude<Limit, "time">): string {
  const what = over === "disk" ? "disk space" : over;
  return `[sandbox] Ended: it took more ${what} than commands may (sandbox.${over} in the user's settings). Do it in smaller parts.`;
}

const readOnlyWords =
  "[sandbox] Only the worktree and /tmp can be written here; git's own folder and what set-up installed cannot. Leave commits to the harness.";

function settingOf(reach: Reach): string {
  return `hosts.${reach === "setup" ? "setup" : "agents"} in the user's settings`;
}

const advice: Readonly<Record<Reach, string>> = {
  commands: "Work with what is installed.",
  checks: "Tests work with what is installed.",
  setup: "Only a person can allow hosts.",
};

/** Git's own words for a folder that it may not write, which some of its commands end well with. */
const lockedGit = /index\.lock': read-only file system/i;
const readOnly = /read-only file system|\bEROFS\b/i;
const noNetwork =
  /could not resolve host|name resolution|\bENOTFOUND\b|\bEAI_AGAIN\b|network is unreachable|\bENETUNREACH\b|getaddrinfo/i;
const nobodyThere = /\bECONNREFUSED\b|connection refused/i;
