import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { emptyPlace, noAbort, writeFiles } from "./git-place.ts";
import { realClock } from "./plain.ts";
import { type Point, pointedWays } from "./points.ts";

/** The guard needs no checkout, only a folder and a record in git that lead to each other. */
export async function opened(files: Readonly<Record<string, string>> = {}, point?: Point) {
  const root = await emptyPlace();
  const folder = join(root, "state");
  const path = join(folder, "t1.1");
  execFileSync("git", ["init", "-q", root]);
  const record = join(root, ".git/worktrees/t1.1");
  await writeFiles(record, {
    HEAD: "ref: refs/heads/main\n",
    gitdir: `${join(path, ".git")}\n`,
    commondir: "../..\n",
  });
  await writeFiles(path, { ".git": `gitdir: ${record}\n`, "src/a.ts": "a\n", ...files });
  const place = { repository: root, folder, env: {} };
  const ways = point && pointedWays(place, point);
  const workspace = openWorkspace({ ...place, fence: 1, clock: realClock, ...ways });
  const open = (name: string) => workspace.worktree(name, noAbort);
  const tree = await open("t1.1");
  if (tree === undefined) throw new Error("the worktree is not there");
  return { root, folder, path, tree, open };
}
