import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { emptyPlace } from "./git-place.ts";

const run = promisify(execFile);

/**
 * Runs a script in a process of its own, for what a test must not do to the process that it shares. The script finds
 * the source file as `./it.mjs`. `start`: words before the command.
 *
 * @returns what the script prints, read as JSON
 */
export async function runAlone(
  source: string,
  script: string,
  start: readonly string[] = [],
): Promise<unknown> {
  const cwd = await emptyPlace();
  await build({
    input: source,
    platform: "node",
    resolve: { mainFields: ["module", "main"] },
    output: { file: join(cwd, "it.mjs"), format: "esm", codeSplitting: false },
    logLevel: "warn",
  });
  await writeFile(join(cwd, "script.mjs"), script);
  const [program = "", ...args] = [...start, process.execPath, "script.mjs"];
  const { stdout } = await run(program, args, { cwd, env: { PATH: process.env.PATH ?? "" } });
  return JSON.parse(stdout);
}
