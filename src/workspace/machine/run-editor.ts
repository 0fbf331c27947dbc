import { spawn } from "node:child_process";
import type { Environment } from "../processes/environment.ts";

/** Like git: the setting is a command line, and the file or folder is its last argument. */
export function runEditor(
  editor: string,
  path: string,
  env: Environment,
  cwd?: string,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", `${editor} "$1"`, editor, path], {
      env: { ...env },
      stdio: "inherit",
      ...(cwd !== undefined && { cwd }),
    });
    child.on("error", reject);
    child.on("close", (exit) => resolve(exit));
  });
}
