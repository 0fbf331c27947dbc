import { Fault } from "../../core/fault.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { shellWord } from "../../core/text/quoted.ts";

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
  const reopen = "huddle ship --undo";
  const missing = "so there is nothing to take back from it";
  if (now === undefined)
    return moved(
      `The branch ${onto} is gone, ${missing}. To reopen the session:`,
      was === null ? [reopen] : [`git branch ${shellWord(onto)} ${was.slice(0, 12)}`, reopen],
    );
  const rename = [`git branch -m ${shellWord(onto)} ${shellWord(`${onto}-kept`)}`, reopen];
  if (!(await workspace.isAncestor(commit, now))) {
    const words = `${onto} is at ${now.slice(0, 12)} and does not hold what was shipped any more, ${missing}.`;
    return was === null
      ? moved(`${words} To reopen the session, give that branch another name:`, rename)
      : moved(`${words} To bring it back there, on ${onto}:`, [`git merge ${commit.slice(0, 12)}`]);
  }
  if (was === null)
    return moved(
      `Somebody has built on ${onto} since it was shipped, so Huddle does not remove it. To keep that work under another name and reopen the session:`,
      rename,
    );
  const commits = await workspace.firstParents(was, commit);
  return moved(
    `Somebody has built on ${onto} since it was shipped, so Huddle does not move it back. To take the change back with new commits, on ${onto}:`,
    revertCommands(commits),
  );
}

function moved(words: string, commands: readonly string[]): Fault {
  return new Fault("branch.moved", [words, ...commands.map((command) => `  ${command}`)].join("\n"));
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
