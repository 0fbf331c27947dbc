import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { onTestFinished } from "vitest";
import type { Isolation } from "../../src/workspace/processes/isolation.ts";
import type { GitPlace } from "./git-place.ts";

/** What a runner in a process of its own can be told. Every act is answered with a message. */
export type ChildAct =
  | { readonly act: "check"; readonly worktree: string; readonly command: string }
  | { readonly act: "add"; readonly name: string; readonly commit: string };

export interface ChildRunner {
  readonly pid: number;
  send(act: ChildAct): void;
  answer(): Promise<unknown>;
  /** SIGKILL, to this process alone; its children live on. Resolves when it is gone. */
  kill(): Promise<void>;
}

let bundle: Promise<string> | undefined;

/** A real process with a real workspace, to be killed. Node cannot run TypeScript everywhere, so it is bundled first. */
export async function childRunner(
  place: GitPlace,
  fence: number,
  isolation?: Isolation,
): Promise<ChildRunner> {
  bundle ??= bundled();
  const { repository, folder, env } = place;
  const args = [JSON.stringify({ repository, folder, fence, env, isolation })];
  const child = fork(await bundle, args, { execArgv: [], env: { PATH: env.PATH } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    send: (act) => void child.send(act),
    answer: () => new Promise((resolve) => child.once("message", resolve)),
    kill: () => killed(child),
  };
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

async function bundled(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "huddle-child-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "child.mjs");
  await build({
    input: fileURLToPath(new URL("./child-runner-main.ts", import.meta.url)),
    platform: "node",
    logLevel: "silent",
    output: { file, format: "esm", codeSplitting: false },
  });
  return file;
}
