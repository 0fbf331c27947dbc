import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { onTestFinished } from "vitest";

export interface HeldPipe {
  readonly path: string;
  /** Resolves when every process that has opened it for writing, with all that inherited it, is gone. */
  allGone(): Promise<void>;
}

/** Tells the end of processes that are no children of ours: they open it for writing and never close it. */
export async function heldPipe(path: string): Promise<HeldPipe> {
  execFileSync("mkfifo", [path]);
  const reader = spawn("cat", [path], { stdio: "ignore" });
  onTestFinished(() => void reader.kill("SIGKILL"));
  const ended = once(reader, "exit");
  const own = await open(path, "w"); // so that it does not end between two others
  return {
    path,
    allGone: async () => {
      await own.close();
      await ended;
    },
  };
}
