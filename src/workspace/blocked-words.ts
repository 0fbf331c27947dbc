import type { Limit } from "../core/ports/commands.ts";
import type { SandboxKind } from "../core/terms/sandbox.ts";
import type { CommandEnd } from "./processes/run-command.ts";
import type { Reach } from "./sandbox-here.ts";

interface Ended extends CommandEnd {
  readonly sandbox: SandboxKind;
  readonly reach: Reach;
  /** Destinations that were refused, each with the reason: what the network itself recorded. */
  readonly refused: readonly string[];
  /** Some hosts can be reached, by programs that ask our proxy. */
  readonly hasProxy: boolean;
}

/**
 * What the sandbox did, and the setting, so that nobody looks for it in the code: a line for each kind of thing.
 * Undefined: nothing that shows.
 */
export function blockedWords(ended: Ended): string | undefined {
  const { over, sandbox } = ended;
  const isWall = sandbox !== "outer" && sandbox !== "none";
  const lines = [...(over === undefined ? [] : [overWords(over)]), ...(isWall ? refusals(ended) : [])];
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** A command that ended well may still have failed before a pipe; a complaint of its own must show it. */
function refusals({ exit, code, output, reach, refused, hasProxy }: Ended): readonly string[] {
  const isWell = exit === 0;
  const lines = output.split("\n");
  const shown = new Set(lines.map(kindOf));
  const counted = isWell ? new Set(lines.filter((line) => complaint.test(line)).map(kindOf)) : shown;
  const isReadOnly = counted.has("read-only");
  const isRefused = refused.length > 0 && (!isWell || failing.some((kind) => shown.has(kind)));
  // What was recorded says more than what was printed.
  const hasHosts = refused.some((line) => !line.startsWith("port "));
  const hasPorts = refused.some((line) => line.startsWith("port "));
  return [
    ...(isRefused ? [refusedWords(refused, reach)] : []),
    ...(isReadOnly ? [readOnlyWords(output)] : []),
    ...(counted.has("large") || (!isWell && code === endedByFileSize) ? [largeWords] : []),
    ...(hasHosts ? [] : networkWords(counted, reach, hasProxy)),
    ...(counted.has("port") && !hasPorts ? [portWords] : []),
  ];
}

const mostNamed = 5;

function few(all: readonly string[], between: string): string {
  const more = all.length - mostNamed;
  return `${all.slice(0, mostNamed).join(between)}${more > 0 ? `${between}and ${more} more` : ""}`;
}

/** A name that this machine cannot resolve, or a port that others use or nobody listens at, is no matter of the settings. */
function refusedWords(refused: readonly string[], reach: Reach): string {
  const isOurs = refused.some(
    (line) => !/cannot be resolved|nothing listens|your own proxy|uses it/.test(line),
  );
  return `[sandbox] Not reached: ${few(refused, "; ")}${isOurs ? ` (${settingOf(reach)})` : ""}.`;
}

function overWords(over: Exclude<Limit, "time">): string {
  const what = over === "disk" ? "disk space" : over;
  return `[sandbox] Ended: it took more ${what} than commands may (sandbox.${over} in the user's settings). Do it in smaller parts.`;
}

function readOnlyWords(output: string): string {
  const paths = [...new Set(output.split("\n").flatMap(readOnlyPath))];
  const named = paths.length === 0 ? "" : ` Not written: ${few(paths, ", ")}.`;
  return `[sandbox] Only the worktree and /tmp can be written here; git's own folder and what set-up installed cannot. Leave commits to the harness.${named}`;
}

/** The path that a line about a folder that cannot be written names, before these words or behind them. */
function readOnlyPath(line: string): readonly string[] {
  const [, before, after] =
    /(\/[^\s'"`:]+)['"`]?:? ?[^/]*read-only file system|read-only file system[^/]*['"`](\/[^'"`]+)/i.exec(
      line,
    ) ?? [];
  const path = before ?? after;
  return path === undefined ? [] : [path];
}

/** Where there is a proxy, a package that is not found may be one that does not exist. */
function networkWords(
  shown: ReadonlySet<Kind | undefined>,
  reach: Reach,
  hasProxy: boolean,
): readonly string[] {
  const setting = settingOf(reach);
  if (hasProxy)
    return shown.has("network")
      ? [
          `[sandbox] Only named hosts are reached here, and only through the proxy in HTTPS_PROXY (${setting}).`,
        ]
      : [];
  const isCutOff = shown.has("network") || shown.has("package");
  return isCutOff ? [`[sandbox] There is no network here (${setting}). ${advice[reach]}`] : [];
}

const portWords =
  "[sandbox] A port of this machine can be reached only if it is named (ports in the user's settings).";

const largeWords =
  "[sandbox] Not written: a file would be larger than all that commands may write (sandbox.disk in the user's settings).";

/** How a shell tells of SIGXFSZ. */
const endedByFileSize = 128 + 25;

function settingOf(reach: Reach): string {
  return `hosts.${reach === "setup" ? "setup" : "agents"} in the user's settings`;
}

const advice: Readonly<Record<Reach, string>> = {
  commands: "Work with what is installed.",
  checks: "Tests work with what is installed.",
  setup: "Only a person can allow hosts.",
};

/** How programs begin a line that tells of their own failure. Lines that a search or a test prints begin otherwise. */
const complaint = /^(?:npm (?:error|ERR!)|\[ERROR\]|[\w.+-]+:) /;

type Kind = "read-only" | "large" | "network" | "package" | "proxy" | "port";
const failing: readonly Kind[] = ["network", "package", "proxy"];

/** How programs say it. A line is what the first that fits says. */
const kinds: readonly (readonly [Kind, RegExp])[] = [
  ["read-only", /read-only file system|\bEROFS\b/i],
  ["large", /file too large|file size limit exceeded|\bEFBIG\b/i],
  ["proxy", /tunnel connection failed|tunnel failed|proxy tunnel|\b403 forbidden|response 403|\bE403\b/i],
  ["network", /could(?:n't| not) resolve (?:host|proxy)|unable to resolve host|name resolution/i],
  ["network", /temporary failure resolving|name or service not known|name does not resolve|no such host/i],
  ["network", /\bENOTFOUND\b|\bEAI_AGAIN\b|\bENETUNREACH\b|\bEHOSTUNREACH\b|getaddrinfo|\bnxdomain\b/i],
  ["network", /network is unreachable|no route to host|could not reach host|unknown ?host|bad address '/i],
  ["network", /dns error|error sending request for url|failed to lookup address|dial tcp: lookup/i],
  ["network", /\bNewConnectionError\b|spurious network error|all attempts to connect to|\bNU1301\b/i],
  ["network", /in offline mode|--offline was specified|disabled by GOPROXY=off/i],
  ["network", /failed to connect to (?!localhost\b|127\.|\[?::1\b)\S+ port \d/i],
  ["package", /no matching distribution found|could not find a version that satisfies/i],
  ["port", /\bECONNREFUSED\b|connection refused|failed to connect to|is the server running/i],
];

function kindOf(line: string): Kind | undefined {
  return kinds.find(([, pattern]) => pattern.test(line))?.[0];
}
