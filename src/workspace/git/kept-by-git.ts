import type { Environment } from "../processes/environment.ts";
import { gitAt } from "./run-git.ts";

/** Those of these names at the top of a checkout that git tracks, or would track: what a clean checkout may have. */
export async function keptByGit(
  root: string,
  names: readonly string[],
  env: Environment,
): Promise<readonly string[]> {
  const { bytes } = await gitAt({ cwd: root, env })([
    ...["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    ...["--", ...names],
  ]);
  return [...new Set(bytes.toString("utf8").split("\0"))].filter((name) => name !== "");
}
