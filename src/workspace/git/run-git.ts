import { spawn } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { Fault } from "../../core/fault.ts";
import { inTurn } from "../in-turn.ts";
import { type Environment, gitEnvironment, personEnvironment } from "../processes/environment.ts";
import { throughShell } from "../processes/shells/through-shell.ts";
import { gitFailure } from "./git-error.ts";

export interface GitCall {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Ends git and what it started; the call then rejects with the reason, after git is gone. */
  readonly signal?: AbortSignal;
  /** Exit codes that are answers and not failures, besides 0. */
  readonly answers?: readonly number[];
  /** Calls with the same key run one after another in this process. */
  readonly turn?: string;
  /** Ends git when it prints more than this; the answer is then cut. Left out: so much is a failure. */
  readonly enoughBytes?: number;
  /** As the person would type it: their hooks, their signature, their environment. */
  readonly asPerson?: true;
  /** What git writes goes with this runner, so it need not outlast a loss of power. */
  readonly isPassing?: true;
  /** In the person's own checkout their sparse patterns hold; in worktrees of ours every file is there. */
  readonly theirs?: boolean;
}

export interface GitAnswer {
  readonly exit: number;
  readonly bytes: Buffer;
  /** What git printed, without its last newline. */
  readonly text: string;
  readonly said: string;
  /** Git had more to say. */
  readonly cut: boolean;
}

export type Git = (args: readonly string[], call?: GitCall) => Promise<GitAnswer>;

export interface GitPlace {
  readonly cwd: string;
  readonly env: Environment;
}

const settings = [
  // Hooks of the person never run for the harness's plumbing.
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.quotepath=off",
  "core.safecrlf=false",
  "core.trustctime=true",
  "core.checkStat=default",
  // The log is durable before it says that a commit was made, so the commit has to be.
  "core.fsync=committed,loose-object",
  "core.fsyncMethod=batch",
  "add.ignoreErrors=false",
  "commit.gpgsign=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "color.ui=false",
  "i18n.commitEncoding=UTF-8",
  "i18n.logOutputEncoding=UTF-8",
  "merge.conflictStyle=merge",
  "worktree.useRelativePaths=false",
  "submodule.recurse=false",
].flatMap((setting) => ["-c", setting]);

const mostBytes = 256 * 1024 * 1024;
const mostSaid = 64 * 1024;
const graceMs = 3000;

/** The one way to git. Ask for `-z` and read `bytes` wherever names are printed. */
export function gitAt(place: GitPlace): Git {
  const base = gitEnvironment(place.env);
  const person = personEnvironment(place.env);
  return async (args, call = {}) => {
    const cwd = call.cwd ?? place.cwd;
    call.signal?.throwIfAborted();
    const work = () => run(args, cwd, { ...(call.asPerson ? person : base), ...call.env }, call);
    const ended = await (call.turn === undefined ? work() : inTurn(call.turn, work));
    if (call.signal?.aborted && ended.exit !== 0) throw call.signal.reason;
    const exit = ended.cut ? 0 : ended.exit;
    if (exit === null || (exit !== 0 && !call.answers?.includes(exit)))
      throw gitFailure(args, exit, ended.said, cwd);
    return {
      exit,
      cut: ended.cut,
      bytes: ended.bytes,
      text: ended.bytes.toString("utf8").replace(/\n$/, ""),
      said: ended.said,
    };
  };
}

/** The same git, which this signal ends as well. */
export function gitUntil(git: Git, ended: AbortSignal): Git {
  return (args, call = {}) =>
    git(args, { ...call, signal: call.signal ? AbortSignal.any([call.signal, ended]) : ended });
}

interface Ended {
  readonly exit: number | null;
  readonly bytes: Buffer;
  readonly said: string;
  readonly cut: boolean;
}

async function run(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  call: GitCall,
): Promise<Ended> {
  const { input, signal, enoughBytes = mostBytes } = call;
  const words = [...settingsFor(call), ...args];
  const mayShell = !call.asPerson && !call.theirs && leavesNothing.has(args[0] ?? "");
  const ended = mayShell
    ? await throughShell(
        { program: "git", args: words, cwd, env, ...(input !== undefined && { input }) },
        { signal, most: enoughBytes },
      )
    : undefined;
  if (!ended) return start(args, cwd, env, call);
  if (ended.cut && call.enoughBytes === undefined) throw tooMuch(args);
  return { ...ended, said: ended.said.toString("utf8") };
}

/**
 * What a small shell starts: commands that are over when git is. Of all that a repository names, merge drivers alone
 * print to where git prints, and could do that later. What a person's own git does is theirs to see.
 */
const leavesNothing: ReadonlySet<string> = new Set([
  "add",
  "cat-file",
  "check-attr",
  "check-ignore",
  "clean",
  "commit-tree",
  "config",
  "diff-files",
  "diff-index",
  "diff-tree",
  "for-each-ref",
  "grep",
  "hash-object",
  "ls-files",
  "ls-tree",
  "merge-base",
  "read-tree",
  "reset",
  "rev-list",
  "rev-parse",
  "symbolic-ref",
  "update-index",
  "update-ref",
  "worktree",
  "write-tree",
]);

function tooMuch(args: readonly string[]): Error {
  return new Error(`git ${args[0]} printed more than ${mostBytes} bytes`);
}

function start(
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  call: GitCall,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // A group of its own: Ctrl-C in the terminal does not tear git, and an abort reaches what git has started.
    const child = spawn("git", [...settingsFor(call), ...args], {
      cwd,
      env,
      detached: true,
      stdio: [call.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    if (child.pid === undefined) {
      child.on("error", (cause: NodeJS.ErrnoException) => reject(notStarted(cause, cwd)));
      return; // without a free file there is not even a stream
    }
    const chunks: Buffer[] = [];
    let size = 0;
    let said = "";
    const enough = call.enoughBytes ?? mostBytes;
    child.stdout?.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= enough) chunks.push(chunk);
      else stop("SIGKILL");
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (said.length < mostSaid) said += chunk.toString("utf8");
    });
    // Git may end without reading all of its input; its exit code says what that meant.
    child.stdin?.on("error", () => {});
    child.stdin?.end(call.input);

    const stop = (signal: NodeJS.Signals) => {
      try {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
      } catch {
        // It ended by itself in this moment.
      }
    };
    let last: NodeJS.Timeout | undefined;
    const abort = () => {
      stop("SIGTERM");
      last = setTimeout(() => stop("SIGKILL"), graceMs);
    };
    call.signal?.addEventListener("abort", abort, { once: true });
    const done = () => {
      clearTimeout(last);
      call.signal?.removeEventListener("abort", abort);
    };
    child.on("error", (cause: NodeJS.ErrnoException) => {
      done();
      reject(notStarted(cause, cwd));
    });
    child.on("close", (exit) => {
      done();
      const cut = size > enough;
      if (cut && call.enoughBytes === undefined) reject(tooMuch(args));
      else resolve({ exit, bytes: Buffer.concat(chunks), said, cut });
    });
  });
}

function settingsFor({ theirs, asPerson, isPassing }: GitCall): readonly string[] {
  if (asPerson) return ["-c", "color.ui=false"];
  return [...settings, ...(theirs ? [] : everyFile), ...(isPassing ? unsynced : [])];
}

/** With these, git talks to no other repository, not even to fetch objects that a partial clone left out. */
export const offline = { GIT_ALLOW_PROTOCOL: "none" } as const;

const unsynced = ["-c", "core.fsync=none"];

const everyFile = ["-c", "core.sparseCheckout=false"];

function notStarted(cause: NodeJS.ErrnoException, cwd: string): Error {
  if (cause.code === "EACCES" && !canEnter(cwd))
    return new Fault(
      "repository.unready",
      `You have no permission to enter the folder ${cwd}. Give yourself the rights to it, then try again.`,
      { cause },
    );
  if (cause.code !== "ENOENT") return cause;
  // A missing folder and a missing program are the same error to spawn.
  if (!existsSync(cwd)) return new Fault("repository.missing", `The folder ${cwd} is gone.`, { cause });
  return new Fault(
    "machine.lacking",
    "Git is not installed, or not on the PATH. Install it (apt install git, brew install git, or git-scm.com) and try again.",
    { cause },
  );
}

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
