import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { BoundedOutput } from "./bounded-output.ts";
import { notRecorded, recordedCommand } from "./child-record.ts";
import { endMarked, killGroup, markName } from "./end-processes.ts";

export interface Command {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the child records itself; the folder exists. */
  readonly record: string;
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

export interface CommandEnd {
  /** null: ended by a signal or the time-out. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly output: string;
}

const longestMs = 2 ** 31 - 1;
const drainMs = 1000;

/** Runs a shell command in a process group of its own. When this settles, none of its processes is running. */
export async function runCommand(command: Command, signal: AbortSignal): Promise<CommandEnd> {
  signal.throwIfAborted();
  const output = new BoundedOutput(command.mostBytes);
  const child = spawn("/bin/sh", ["-c", recordedCommand, "huddle", command.record, command.command], {
    cwd: command.cwd,
    env: { ...command.env, [markName]: command.record },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.on("data", (chunk: Buffer) => output.write(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.write(chunk));
  let timedOut = false;
  const end = () => child.pid !== undefined && child.exitCode === null && killGroup(child.pid);
  const timer = setTimeout(
    () => {
      timedOut = true;
      end();
    },
    Math.min(command.timeoutMs, longestMs),
  );
  signal.addEventListener("abort", end, { once: true });
  try {
    const exit = await exitOf(child);
    await endMarked(command.record);
    await drained(child);
    signal.throwIfAborted();
    if (exit === notRecorded && !existsSync(command.record))
      throw new Error(`the command could not be put on record at ${command.record}, so it was not started`);
    return { exit: timedOut ? null : exit, timedOut, output: output.text() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
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
