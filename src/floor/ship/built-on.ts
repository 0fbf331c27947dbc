import { Fault } from "../../core/fault.ts";
import type { Workspace } from "../../core/ports/workspace.ts";

interface Built {
  readonly onto: string;
  readonly was: string | null;
  readonly commit: string;
  /** Where the branch is now. Undefined: it is gone. */
  readonly now: string | undefined;
}

/** A shipping that cannot be taken back, because the branch has moved on: what to type instead. */
export async function builtOnFault(workspace: Workspace, built: Built): Promise<Fault> {
  const { onto, was, commit, now } = built;
  if (now === undefined)
    return new Fault("branch.moved", `The branch ${onto} is gone, so there is nothing to take back from it.`);
  if (!(await workspace.isAncestor(commit, now)))
    return new Fault(
      "branch.moved",
      `${onto} is at ${now.slice(0, 12)} and does not hold what was shipped any more, so there is nothing to take back from it.`,
    );
  if (was === null)
    return new Fault(
      "branch.moved",
      `Somebody has built on ${onto} since it was shipped. To remove the branch with their work: git branch -D ${onto}`,
    );
  const commits = await workspace.firstParents(was, commit);
  const commands = revertCommands(commits).map((command) => `  ${command}`);
  return new Fault(
    "branch.moved",
    `Somebody has built on ${onto} since it was shipped, so Huddle does not move it back. To take the change back with new commits, on ${onto}:\n${commands.join("\n")}`,
  );
}

/** Newest first. Git reverts a merge only if it is told which side stays. */
function revertCommands(
  commits: readonly { readonly commit: string; readonly parents: number }[],
): readonly string[] {
  const groups: { isMerge: boolean; ids: string[] }[] = [];
  for (const { commit, parents } of commits) {
    const isMerge = parents > 1;
    const group = groups.at(-1);
    if (group?.isMerge === isMerge) group.ids.push(commit.slice(0, 12));
    else groups.push({ isMerge, ids: [commit.slice(0, 12)] });
  }
  return groups.map(({ isMerge, ids }) => `git revert --no-edit ${isMerge ? "-m 1 " : ""}${ids.join(" ")}`);
}
