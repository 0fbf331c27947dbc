import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { RedactedPieces } from "../../core/text/redacted-pieces.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { BoundedOutput } from "./bounded-output.ts";
import { notRecorded, recordedCommand } from "./child-record.ts";
import { type ControlGroups, makeGroups } from "./control-groups.ts";
import { endMarked, killGroup, markName, markOf } from "./end-processes.ts";
import { type Limits, type Over, watchLimits } from "./watch-limits.ts";
import { withoutInherited } from "./without-inherited.ts";

export interface Command {
  readonly command: string;
  /** Words that stand before it, to keep it from seeing other processes. */
  readonly start?: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the child records itself; the folder exists. */
  readonly record: string;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  /** Going over one ends it at once. */
  readonly limits?: CommandLimits;
  /** Takes keys out of the output as it comes, before anything is cut. */
  readonly redaction: Redaction;
  /** Gets the whole output as it comes, also what `output` leaves out. */
  onText?(text: string): void;
}

export interface CommandLimits extends Limits {
  /** How large a file it may write; a program that goes on is ended by a signal or told that it may not. */
  readonly fileBytes?: number;
}

export interface CommandEnd {
  /** null: ended by a signal, the time-out or a limit. */
  readonly exit: number | null;
  /** The exit code that tells of a signal. A program may use it, too, to count its failures. */
  readonly code?: number;
  readonly timedOut: boolean;
  /** The limit that it went over. */
  readonly over?: Over;
  readonly output: string;
}

const longestMs = 2 ** 31 - 1;
const drainMs = 1000;
const mostSignals = 31;

/** Runs a shell command in a process group of its own. When this settles, none of its processes is running. */
export async function runCommand(command: Command, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  const groups = command.limits && makeGroups(command.record, command.limits);
  try {
    return await runIn(groups, command, signal);
  } finally {
    await groups?.remove();
  }
}

async function runIn(
  groups: ControlGroups | undefined,
  command: Command,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const output = new BoundedOutput(command.mostBytes, command.redaction);
  const { limits, record } = command;
  const about = [record, fileBlocks(limits), groups?.folders.join("\n") ?? ""];
  const words = [...about, command.command, ...(command.start ?? [])];
  const child = spawn("/bin/sh", ["-c", recordedCommand, "huddle", ...words], {
    cwd: command.cwd,
    env: { ...command.env, [markName]: markOf(record) },
    detached: true,
    stdio: withoutInherited(["ignore", "pipe", "pipe"]),
  });
  // Without a free file there is not even a stream; the error comes as an event.
  if (child.pid === undefined) await exitOf(child);
  // The command writes both into one stream; the other one holds what the shell around it says.
  const readings = [child.stdout, child.stderr].flatMap((stream) =>
    stream ? [read(stream, command, output)] : [],
  );
  let timedOut = false;
  let over: Over | undefined;
  const end = () => child.pid !== undefined && child.exitCode === null && killGroup(child.pid);
  const timer = setTimeout(
    () => {
      timedOut = true;
      end();
    },
    Math.min(command.timeoutMs, longestMs),
  );
  signal.addEventListener("abort", end, { once: true });
  const tell = (what: Over) => {
    over = what;
    end();
  };
  const watch = limits && watchLimits(child.pid ?? 0, limits, tell);
  try {
    const exit = await exitOf(child);
    watch?.stop();
    await endMarked(record);
    await drained(child);
    for (const { end } of readings) end();
    signal.throwIfAborted();
    if (exit === notRecorded && !existsSync(record))
      throw new Error(`the command could not be put on record at ${record}, so it was not started`);
    if (exit !== 0 && !timedOut) over ??= groups?.over();
    if (over !== undefined) return { exit: null, timedOut, over, output: output.text() };
    if (timedOut || exit === null) return { exit: null, timedOut, output: output.text() };
    const told = bySignal(exit) ? { exit: null, code: exit } : { exit };
    return { ...told, timedOut, output: output.text() };
  } finally {
    watch?.stop();
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** In the unit of the shell; it does nothing with an empty word. */
function fileBlocks({ fileBytes }: CommandLimits = {}): string {
  return fileBytes === undefined ? "" : String(Math.ceil(fileBytes / 512));
}

/** A shell that waited for a command which a signal ended says so by its exit code. */
function bySignal(exit: number): boolean {
  return exit > 128 && exit <= 128 + mostSignals;
}

/** Passes on what a stream says, without keys. */
function read(stream: Readable, { redaction, onText }: Command, output: BoundedOutput): { end(): void } {
  const decoder = new StringDecoder("utf8");
  const pieces = new RedactedPieces(redaction);
  const tell = (text: string) => {
    output.write(text);
    onText?.(text);
  };
  stream.on("data", (chunk: Buffer) => tell(pieces.next(decoder.write(chunk))));
  return { end: () => tell(pieces.next(decoder.end()) + pieces.end()) };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (exit) => {
      // At once: the system reuses the number of the group only when all its processes are gone.
      if (child.pid !== undefined) killGroup(child.pid);
      resolve(exit);
    });
  });
}

/** A process that we cannot end may hold the pipe open. The output so far is enough. */
async function drained(child: ChildProcess): Promise<void> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  await Promise.all(
    streams.map(
      (stream) =>
        new Promise<void>((resolve) => {
          if (stream.destroyed || stream.readableEnded) return resolve();
          const timer = setTimeout(() => stream.destroy(), drainMs);
          stream.on("close", () => {
            clearTimeout(timer);
            resolve();
          });
        }),
    ),
  );
}
