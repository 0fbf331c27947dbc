import { spawn } from "node:child_process";
import type { Environment } from "../processes/environment.ts";

/**
 * Shows a text in a pager, which has the terminal until it ends. As with git, `less` ends at once if all of it fits, and
 * keeps colours. False: the pager could not be started.
 */
export function pageText(pager: string, text: string, env: Environment): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", pager], {
      env: { LESS: "FRX", LV: "-c", ...env },
      stdio: ["pipe", "inherit", "inherit"],
    });
    child.on("error", reject);
    child.stdin.on("error", () => {}); // it was left before the end
    child.on("close", (exit) => resolve(exit !== 126 && exit !== 127));
    child.stdin.end(text);
  });
}
