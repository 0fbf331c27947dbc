// Runs a program as if it had been started directly: same terminal, same signals, same exit code.

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./setup.mjs";

/**
 * @typedef {{ code: number, output: string, tookMs: number }} Ran
 * @param {readonly string[]} args of Node: a program and its arguments
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number }} [options]
 *   show: output goes to the terminal instead of into the result
 *   timeoutMs: after this time it is killed, with all its children
 * @returns {Promise<Ran>}
 */
export function runNode(args, { show = false, env = process.env, cwd = root, timeoutMs } = {}) {
  const started = performance.now();
  /** @type {import("node:child_process").StdioOptions} */
  const stdio = show ? "inherit" : ["ignore", "pipe", "pipe"];
  const child = spawn(process.execPath, args, { cwd, env, stdio, detached: timeoutMs !== undefined });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const release = relaySignals(child);
  const { pid } = child;
  const end = () => pid !== undefined && process.kill(-pid, "SIGKILL");
  const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      release();
      clearTimeout(timer);
      const tookMs = performance.now() - started;
      resolve({ code: code ?? 128 + constants.signals[signal ?? "SIGTERM"], output, tookMs });
    });
  });
}

/**
 * A terminal sends Ctrl-C and hang-up to every process in the foreground, so the child has them already, and
 * one more would mean "stop at once". Without a terminal they are sent to us alone, and we pass them on.
 * We ourselves live until the child has ended.
 *
 * @param {import("node:child_process").ChildProcess} child
 */
function relaySignals(child) {
  const interactive = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  const handlers = /** @type {const} */ (["SIGINT", "SIGHUP", "SIGTERM"]).map((signal) => {
    const handler = () => {
      if (signal === "SIGTERM" || !interactive) child.kill(signal);
    };
    process.on(signal, handler);
    return { signal, handler };
  });
  return () => {
    for (const { signal, handler } of handlers) process.off(signal, handler);
  };
}
