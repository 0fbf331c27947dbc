import { spawn } from "node:child_process";
import type { Environment } from "./environment.ts";

export interface ProcessStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** Gets the output as it arrives. Left out: the output is kept for `ended`. */
  onOut?(text: string): void;
  onError?(text: string): void;
}

export interface StartedProcess {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<ProcessEnd>;
}

export interface ProcessEnd {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program without a terminal, such as ourselves for a demonstration of being killed. */
export function startProcess(start: ProcessStart): StartedProcess {
  const child = spawn(start.program, [...start.args], {
    cwd: start.cwd,
    env: { ...start.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit, signal) => resolve({ exit, signal, stdout, stderr }));
  });
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  let stdout = "";
  let stderr = "";
  if (child.pid === undefined) return { pid: 0, kill, ended }; // without a free file there is not even a stream
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    if (start.onOut) start.onOut(text);
    else stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (start.onError) start.onError(text);
    else stderr += text;
  });
  return { pid: child.pid, kill, ended };
}

/** Starts a program that lives on when this process ends: in a group of its own, with neither input nor output. */
export async function startApart({ program, args, cwd, env }: ProcessStart): Promise<void> {
  const child = spawn(program, [...args], { cwd, env: { ...env }, stdio: "ignore", detached: true });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.unref();
}
