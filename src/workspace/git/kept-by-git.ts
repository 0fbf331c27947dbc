import type { Environment } from "../processes/environment.ts";
import { gitAt } from "./run-git.ts";

/** Files of a checkout that fit these patterns and that git tracks, or would track: what a clean checkout may have. */
export async function keptByGit(
  root: string,
  patterns: readonly string[],
  env: Environment,
): Promise<readonly string[]> {
  const { bytes } = await gitAt({ cwd: root, env })(
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...patterns],
    { env: { GIT_LITERAL_PATHSPECS: "0" } },
  );
  return [...new Set(bytes.toString("utf8").split("\0"))].filter((name) => name !== "");
}
