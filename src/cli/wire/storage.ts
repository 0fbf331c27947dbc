import { join } from "node:path";
import type { Project } from "../../app/project.ts";
import type { Storage } from "../../app/ship/clean.ts";
import type { Folders } from "../../config/folders.ts";
import { Fault } from "../../core/fault.ts";
import { baselinesOf, dependenciesOf, worktreesOf } from "./places.ts";

/** What Huddle keeps on the disk for the repository of this project. */
export async function storageOf(
  { root }: Pick<Project, "root">,
  folders: Folders,
  env: NodeJS.ProcessEnv,
): Promise<Storage> {
  const { findRepository } = await import("../../workspace/git/find-repository.ts");
  const { storedIn } = await import("../../workspace/machine/stored.ts");
  const { removeTree } = await import("../../workspace/remove-tree.ts");
  const { strayBlobs } = await import("../../log/beside/stray-blobs.ts");
  const repository = await findRepository(root, env);
  if (!repository) throw new Fault("repository.missing", `${root} is not in a git repository any more.`);
  const { commonDir } = repository;
  return {
    worktrees: () => storedIn(worktreesOf(folders, commonDir)),
    dependencies: () => storedIn(dependenciesOf(folders, commonDir)),
    baselines: () => storedIn(baselinesOf(folders, commonDir)),
    temporary: async () => [
      ...(await storedIn(folders.state, (name) => name.startsWith("attack-"))),
      ...(await storedIn(folders.temporary, (name) => /^huddle-(sandbox|programs)-/.test(name))),
    ],
    strayBlobs(session) {
      const folder = join(commonDir, "huddle", "sessions", session);
      return strayBlobs(join(folder, "log.jsonl"), join(folder, "blobs"));
    },
    remove: removeTree,
  };
}
