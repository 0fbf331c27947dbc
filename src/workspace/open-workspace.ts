import { mkdirSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { Clock } from "../core/ports/clock.ts";
import { noPoint, type Point } from "../core/ports/processes.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { StepKey } from "../core/terms/ids.ts";
import { runChecks } from "./checks/run-checks.ts";
import { openTree } from "./files/open-tree.ts";
import { openWorktree } from "./files/open-worktree.ts";
import { fastForward } from "./git/fast-forward.ts";
import { commitTree, diff, isAncestor, merge, resolve, treeOf } from "./git/git-objects.ts";
import { moveRef } from "./git/move-ref.ts";
import { gitAt } from "./git/run-git.ts";
import type { Environment } from "./processes/environment.ts";
import { placeOf, type Site } from "./site.ts";
import { addWorktree } from "./worktrees/add-worktree.ts";
import { checkedOut } from "./worktrees/checked-out.ts";
import { checkout, type Standing } from "./worktrees/checkout.ts";
import { clear, sweep } from "./worktrees/sweep.ts";
import { writeTree } from "./worktrees/write-tree.ts";

export interface WorkspaceOptions {
  /** Any folder of the repository: a checkout, or the git folder of a bare one. */
  readonly repository: string;
  /** Where this session's worktrees live: outside the repository, on a local disk, for this session alone. */
  readonly folder: string;
  /** Seq of the `runner.started` that this process is; no other process works with the same one. */
  readonly fence: number;
  readonly env: Environment;
  readonly clock: Clock;
  readonly point?: Point;
}

/** The repository and the places where work happens. Opening makes the folder and asks git nothing. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(options.folder);
  const standing = new Map<string, Standing>();
  let common: Promise<string> | undefined;
  const commonDir = () => {
    common ??= commonDirOf(options);
    return common;
  };
  const as = (step: StepKey | undefined): Workspace => {
    const point = options.point ?? noPoint;
    const place = {
      cwd: options.repository,
      env: options.env,
      point,
      ...(step === undefined ? {} : { step }),
    };
    const { fence, env, clock } = options;
    const git = gitAt(place);
    const site: Site = { folder, fence, env, clock, git, commonDir, point: (at) => point(at, step) };
    return workspaceAt(site, standing, as);
  };
  return as(undefined);
}

/** Asked once and outside every step, so it is no point of a kill walk. */
async function commonDirOf({ repository, env }: WorkspaceOptions): Promise<string> {
  const git = gitAt({ cwd: repository, env });
  return (await git(["rev-parse", "--path-format=absolute", "--git-common-dir"])).text;
}

function workspaceAt(
  site: Site,
  standing: Map<string, Standing>,
  as: (step: StepKey) => Workspace,
): Workspace {
  const { git } = site;
  return {
    as,
    resolve: (ref) => resolve(git, ref),
    addWorktree: async (name, commit, tree, signal) =>
      basename(await addWorktree(site, name, commit, tree, signal)),
    worktree: (worktree, signal) => openWorktree(site, placeOf(site, worktree), signal),
    tree: (commit, signal) => openTree(site, commit, signal),
    writeTree: (worktree, base) => writeTree(site, placeOf(site, worktree), base),
    treeOf: (commit) => treeOf(git, commit),
    commitTree: (input) => commitTree(git, input),
    moveRef: (ref, to, was) => moveRef(git, ref, to, was),
    merge: (ours, theirs) => merge(git, ours, theirs),
    isAncestor: (older, newer) => isAncestor(git, older, newer),
    diff: (from, to) => diff(git, from, to),
    checkout: async (name, commit, signal) => basename(await checkout(site, standing, name, commit, signal)),
    runChecks: (worktree, checks, timeoutMs, signal) =>
      runChecks(site, placeOf(site, worktree), checks, timeoutMs, signal),
    checkedOut: (branch) => checkedOut(site, branch),
    fastForward: (path, commit) => fastForward(git, path, commit),
    sweep: (keep) => sweep(site, keep),
    clear: () => clear(site),
  };
}
