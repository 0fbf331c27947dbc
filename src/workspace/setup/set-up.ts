import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Kept } from "../../core/permits/kept.ts";
import type { CheckRun } from "../../core/ports/check-run.ts";
import type { Denied } from "../../core/ports/files.ts";
import type { SetUpAt } from "../../core/ports/workspace.ts";
import { type Setup, setUpName } from "../../core/terms/policy.ts";
import { runCheck } from "../checks/run-checks.ts";
import { ifPossible } from "../git/git-error.ts";
import { inTurn } from "../in-turn.ts";
import { discard } from "../remove-tree.ts";
import type { Dependencies } from "../sandbox/mounts/dependency-mounts.ts";
import { readyOf } from "../sandbox-here.ts";
import type { Site } from "../site.ts";
import { inLine } from "../telling.ts";
import { unlessMissing } from "../unless-missing.ts";
import { addWorktree } from "../worktrees/add-worktree.ts";
import { objectsBeside } from "../worktrees/changed-since.ts";
import { removeWorktree } from "../worktrees/remove-worktree.ts";
import {
  areMany,
  copyDependencies,
  draftDependencies,
  findDependencies,
  keepDependencies,
} from "./dependencies.ts";
import { setUpKey } from "./set-up-key.ts";

/**
 * Makes what a worktree depends on, once for each state of its lock files: in a clean checkout, where no member ever
 * was. Where a sandbox cannot show folders at their places, in the worktree itself. Undefined: it is there already.
 */
export async function setUp(
  site: Site,
  path: string,
  setup: Setup,
  { commit, tree, timeoutMs }: SetUpAt,
  signal: AbortSignal,
): Promise<CheckRun | undefined> {
  const key = await setUpKey(site, path, setup);
  const check = { name: setUpName, run: setup.run };
  const call = { timeoutMs, reach: "setup" } as const;
  if (!(await canShare(site))) {
    if (site.setUpIn.get(path) === key) return undefined;
    const run = await runCheck(site, path, check, call, signal);
    if (run.exit === 0) site.setUpIn.set(path, await setUpKey(site, path, setup));
    return run;
  }
  // Within one runner: other processes may make the same at the same time, and the first one stays.
  const make = inLine(site.tell, setup.run, async () => {
    if (await findDependencies(site, key)) return undefined;
    const worktree = await addWorktree(withObjectsOf(site, path), "setup", commit, tree, signal);
    const draft = await draftDependencies(site, key);
    try {
      const shared = { from: `${draft}/shared`, isWritten: true };
      const dependencies: Dependencies = { kept: [], caches: [], shared };
      const run = await runCheck(site, worktree, check, { ...call, dependencies }, signal);
      if (run.exit === 0)
        await keepDependencies(site, key, { draft, worktree, paths: await made(site, worktree, setup) });
      return run;
    } finally {
      await ifPossible(() => removeWorktree(site, worktree));
      await discard(draft);
    }
  });
  return inTurn(`set-up:${site.folder}:${site.fence}:${key}`, make);
}

/** What set-up made for this worktree as it is, to be shown inside. Undefined: nothing that can be shown. */
export async function dependenciesFor(
  site: Site,
  path: string,
  setup: Setup | null | undefined,
): Promise<Dependencies | Denied | undefined> {
  if (!setup || !(await canShare(site))) return undefined;
  const found = await findDependencies(site, await setUpKey(site, path, setup));
  if (found === undefined) return undefined;
  for (const { at } of found.kept) {
    const way = await linkOn(path, at);
    if (way !== undefined)
      return {
        kind: "denied",
        reason: `${way} is a link, or no folder, and set-up puts what the project depends on there. Remove ${way}.`,
      };
  }
  if (!areMany(found)) return found;
  await copyDependencies(path, found);
  return { ...found, kept: [], caches: [] };
}

/** What set-up makes in this worktree: what the project says, and what it has made before. */
export async function keptBy(site: Site, path: string, setup: Setup): Promise<Kept> {
  const named = namedBy(setup) ?? [];
  if (!(await canShare(site))) return { paths: named, isBeside: false };
  const found = await findDependencies(site, await setUpKey(site, path, setup));
  if (found === undefined) return { paths: named, isBeside: true };
  return { paths: found.kept.map(({ at }) => at), isBeside: !areMany(found) };
}

/** The tree of a worktree that no commit holds yet lies beside it. */
export function withObjectsOf(site: Site, path: string): Site {
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: objectsBeside(site, path) };
  return { ...site, git: (args, call) => site.git(args, { ...call, env: { ...env, ...call?.env } }) };
}

/** What stands in the way of showing something at a path: a link would lead it to another place. */
async function linkOn(worktree: string, at: string): Promise<string | undefined> {
  const parts = at.split("/");
  for (const index of parts.keys()) {
    const way = parts.slice(0, index + 1).join("/");
    const entry = await unlessMissing(lstat(join(worktree, way)));
    if (entry === undefined) return undefined;
    const isLast = index === parts.length - 1;
    if (!entry.isDirectory() && !(isLast && entry.isFile())) return way;
  }
  return undefined;
}

async function canShare(site: Site): Promise<boolean> {
  return readyOf(await site.sandbox())?.sandbox.canShow ?? false;
}

/** What is kept: as the project says, or every folder that git does not track. */
async function made(site: Site, worktree: string, { keep }: Setup): Promise<readonly string[]> {
  const named = namedBy({ keep });
  if (named) return named;
  const { text } = await site.git(["ls-files", "-z", "--others", "--directory", "--no-empty-directory"], {
    cwd: worktree,
  });
  return text.split("\0").flatMap((path) => (path.endsWith("/") ? [path.slice(0, -1)] : []));
}

function namedBy({ keep }: Pick<Setup, "keep">): readonly string[] | undefined {
  return keep?.map((path) => path.replace(/\/+$/, ""));
}
