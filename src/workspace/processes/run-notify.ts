import { spawn } from "node:child_process";
import { killGroup } from "./end-processes.ts";
import type { Environment } from "./environment.ts";

export interface NotifyCommand {
  /** As the person set it, for the shell. */
  readonly run: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly input: string;
  readonly timeoutMs: number;
}

const mostWords = 500;

/** Runs a command of the person's own, with their environment. Returns what went wrong, in one line; never throws. */
export function runNotify({ run, cwd, env, input, timeoutMs }: NotifyCommand): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", run], {
      cwd,
      env: { ...env },
      stdio: ["pipe", "ignore", "pipe"],
      detached: true, // what it starts ends with it
    });
    let said = "";
    const ended = (failure?: string) => {
      clearTimeout(timer);
      if (child.pid !== undefined) killGroup(child.pid);
      resolve(failure);
    };
    const timer = setTimeout(() => ended(`it was ended after ${timeoutMs / 1_000} s`), timeoutMs);
    child.on("error", (error) => ended(error.message));
    child.on("exit", (exit, signal) => {
      const [last = ""] = said.trim().split("\n").slice(-1);
      const how = exit === null ? `it was ended by ${signal}` : `exit ${exit}`;
      ended(exit === 0 ? undefined : [how, last].filter((part) => part !== "").join(": "));
    });
    child.stdin.on("error", () => undefined); // it need not read
    child.stdin.end(input);
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-mostWords);
    });
  });
}
