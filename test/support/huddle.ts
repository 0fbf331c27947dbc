import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Finished } from "./finished.ts";
import { type GitPlace, gitPlace } from "./git-place.ts";
import { trustTeam } from "./trusted.ts";

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A repository with a person at it: commands run as they would type them. */
export interface Desk extends GitPlace {
  huddle(args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** The one document that a command prints with --json. */
  json(args: readonly string[], options?: RunOptions): Promise<Record<string, unknown>>;
}

/** What runs a command line. */
export type RunHuddle = (
  args: readonly string[],
  options: RunOptions & { readonly cwd: string; readonly env: Record<string, string> },
) => Promise<Finished>;

/** The person trusts what the team file among these files executes. `root`: a new folder for all of it. */
export async function desk(
  files?: Readonly<Record<string, string>>,
  run = runHuddle,
  root?: string,
): Promise<Desk> {
  const place = await gitPlace(files, root);
  await trustTeam(place, files?.[".huddle/team.json"]);
  return sitAt(place, run);
}

function sitAt(place: GitPlace, run: RunHuddle): Desk {
  const huddle: Desk["huddle"] = (args, options = {}) =>
    run(args, { cwd: place.repository, ...options, env: { ...place.env, ...options.env } });
  return {
    ...place,
    huddle,
    async json(args, options) {
      const { stdout, stderr } = await huddle([...args, "--json"], options);
      const lines = stdout.trimEnd().split("\n");
      if (lines.length !== 1) throw new Error(`not one document: ${stdout}${stderr}`);
      return JSON.parse(stdout);
    },
  };
}

/** The shipped command, without a terminal. */
export const runHuddle: RunHuddle = (args, { cwd, env, input = "" }) => {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {}); // it may end without reading
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
};
