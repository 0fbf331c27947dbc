import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Machine } from "../../app/look/doctor.ts";
import type { Folders } from "../../config/folders.ts";
import { stateOf } from "../../workspace/sandbox-here.ts";
import { gitSays, worktreesOf } from "./places.ts";
import { sandboxHere } from "./sandbox.ts";

export async function machineOf(folders: Folders, env: NodeJS.ProcessEnv): Promise<Machine> {
  const { findRepository, gitVersion } = await import("../../workspace/git/find-repository.ts");
  const { diskKind } = await import("../../workspace/machine/disk-kind.ts");
  const { findIsolation } = await import("../../workspace/processes/isolation.ts");
  const { sessionFolders } = await import("../../workspace/worktrees/left-worktrees.ts");
  const { minutes, oldLocks } = await import("../../workspace/git/locks.ts");
  const { openSettings } = await import("../../config/open-settings.ts");
  const settings = openSettings(folders, gitSays(env));
  return {
    nodeVersion: process.version,
    gitVersion: () => gitVersion(folders.package, env),
    async sharedProcesses() {
      const isolation = await findIsolation(env);
      return isolation.kind === "none" ? isolation.why : undefined;
    },
    sandbox: async () => stateOf(await sandboxHere(folders, env)),
    async programs(root, runs) {
      const { findPrograms } = await import("../../workspace/find-programs.ts");
      const { found } = await sandboxHere(folders, env, undefined, runs);
      const sandbox = found.kind === "ready" ? { sandbox: found.sandbox } : {};
      return findPrograms(runs, { root, env, temporary: folders.temporary, ...sandbox });
    },
    async diskOf(path) {
      const disk = await diskKind(path, process.platform);
      return disk.kind === "shared" ? disk.name : disk.kind;
    },
    async freeBytes(path) {
      const disk = await statfs(path).catch(() => undefined);
      return disk && disk.bavail * disk.bsize;
    },
    stateFolder: await standing(folders.state),
    async oldLocks(root) {
      const repository = await findRepository(root, env);
      if (!repository) return [];
      const locks = await oldLocks(repository.commonDir, new Date().toISOString());
      return locks.map((lock) => ({ path: lock.path, age: minutes(lock) }));
    },
    teamFile: async (root) => (await settings.readTeam(root)).file,
    userConfig: settings.userConfig,
    async worktrees(root) {
      const repository = await findRepository(root, env);
      return repository ? sessionFolders(worktreesOf(folders, repository.commonDir)) : [];
    },
  };
}

/** The folder, or the nearest one above it that exists. */
async function standing(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  return found || dirname(folder) === folder ? folder : standing(dirname(folder));
}
