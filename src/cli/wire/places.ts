import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { Folders } from "../../config/folders.ts";
import type { GitSays } from "../../config/open-settings.ts";
import type { Hash } from "../../core/ports/clock.ts";

/** The folder for worktrees: outside the repository, the same for all its worktrees. */
export function worktreesOf(folders: Folders, commonDir: string): string {
  return join(folders.state, "worktrees", hash(realpathSync(commonDir)).slice(0, 16));
}

/** What set-up made, for all sessions of the repository. */
export function dependenciesOf(folders: Folders, commonDir: string): string {
  return join(folders.state, "deps", hash(realpathSync(commonDir)).slice(0, 16));
}

/** What checks said of base commits, for all sessions of the repository. */
export function baselinesOf(folders: Folders, commonDir: string): string {
  return join(folders.state, "baselines", hash(realpathSync(commonDir)).slice(0, 16));
}

/** What checks said when a person last tried them. */
export function trialsOf(folders: Folders, commonDir: string): string {
  return join(folders.state, "trials", `${hash(realpathSync(commonDir)).slice(0, 16)}.json`);
}

export const hash: Hash = (text) => createHash("sha256").update(text).digest("hex");

/** What the settings ask git. */
export function gitSays(env: NodeJS.ProcessEnv): GitSays {
  return {
    async committed(root) {
      const { sparseText } = await import("../../workspace/git/sparse-text.ts");
      return sparseText(root, ".huddle/team.json", env);
    },
    async kept(root, patterns) {
      const { keptByGit } = await import("../../workspace/git/kept-by-git.ts");
      return keptByGit(root, patterns, env);
    },
  };
}

/** The same for all files in a folder. The commit stands still while a command runs, so git is asked once. */
export function committedFiles(
  root: string,
  env: NodeJS.ProcessEnv,
): (folder: string) => Promise<ReadonlyMap<string, Uint8Array>> {
  let found: Promise<ReadonlyMap<string, Uint8Array>> | undefined;
  return (folder) => {
    found ??= import("../../workspace/git/sparse-text.ts").then(({ sparseFiles }) =>
      sparseFiles(root, folder, env),
    );
    return found;
  };
}
