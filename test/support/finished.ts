import { spawn } from "node:child_process";

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when the text was printed, rejects when the program ends without. */
  printed(text: string): Promise<void>;
  readonly finished: Promise<Finished>;
}

/** Starts Node on a script, without a terminal. */
export function startNode(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Started {
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, ...output }));
  });
  const printed = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.stdout.includes(text) && resolve();
      child.stdout.on("data", look);
      child.on("close", () =>
        reject(new Error(`ended without "${text}":\n${output.stdout}${output.stderr}`)),
      );
      look();
    });
  return { pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), printed, finished };
}
