import { basename, join } from "node:path";
import type { Clock } from "../core/ports/clock.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import { noKeys, type Redaction } from "../core/text/redaction.ts";
import { programVersions } from "./checks/program-versions.ts";
import { type Disk, localDisk } from "./files/disk.ts";
import { openTree, readTexts } from "./files/open-tree.ts";
import { openWorktree } from "./files/open-worktree.ts";
import { fastForward, moveBack } from "./git/fast-forward.ts";
import { ifPossible } from "./git/git-error.ts";
import {
  commitTree,
  diff,
  fileChanges,
  firstParents,
  isAncestor,
  merge,
  resolve,
  subjects,
  treeOf,
} from "./git/git-objects.ts";
import { hold, holdAll, release } from "./git/hold.ts";
import { removeLock, withLocks } from "./git/locks.ts";
import { deleteRef, moveRef } from "./git/move-ref.ts";
import { type Git, gitAt, gitUntil } from "./git/run-git.ts";
import { lastFew } from "./last-few.ts";
import { onceDone } from "./once-done.ts";
import { theirGit } from "./person/their-git.ts";
import { checkEnvironment, type Environment } from "./processes/environment.ts";
import { findIsolation, type Isolation, isLasting } from "./processes/isolation.ts";
import { runCommand } from "./processes/run-command.ts";
import { runMembersCommand } from "./run-members-command.ts";
import { noSandbox, type SandboxHere, stateOf } from "./sandbox-here.ts";
import { checkWithDependencies } from "./setup/check-with-dependencies.ts";
import { keepBaseline, keptBaseline } from "./setup/kept-baselines.ts";
import { keptBy, setUp } from "./setup/set-up.ts";
import { updateLocks } from "./setup/update-locks.ts";
import { placeOf, realPlace, type Site } from "./site.ts";
import { telling } from "./telling.ts";
import { addWorktree } from "./worktrees/add-worktree.ts";
import { changedSince } from "./worktrees/changed-since.ts";
import { checkedOut } from "./worktrees/checked-out.ts";
import { checkout, type Standing } from "./worktrees/checkout.ts";
import { leftOut } from "./worktrees/left-out.ts";
import { isOurs } from "./worktrees/own-worktree.ts";
import { removeWorktree } from "./worktrees/remove-worktree.ts";
import { clear, sweep } from "./worktrees/sweep.ts";
import { treeWith } from "./worktrees/tree-with.ts";
import { writeTree } from "./worktrees/write-tree.ts";

export interface WorkspaceOptions {
  /** Any folder of the repository: a checkout, or the git folder of a bare one. */
  readonly repository: string;
  /** Git's own folder of it, if that is known. */
  readonly commonDir?: string;
  /** Where this session's worktrees live: outside the repository, on a local disk, for this session alone. */
  readonly folder: string;
  /** Seq of the `runner.started` that this process is; no other process works with the same one. */
  readonly fence: number;
  readonly env: Environment;
  readonly clock: Clock;
  /** Where what set-up made is kept, for all sessions of the repository. Left out: for this one alone. */
  readonly dependencies?: string;
  /** Where it is kept what checks said of base commits. Left out: nowhere. */
  readonly baselines?: string;
  /** Takes keys out of what checks print and searches find. */
  readonly redaction?: Redaction;
  /** Other ways to git, to the disk and to processes; tests watch them, or make them fail. */
  readonly git?: Git;
  readonly disk?: Disk;
  readonly runCommand?: typeof runCommand;
  readonly isolation?: Isolation;
  /** What keeps members' commands inside their worktrees. Left out: nothing does, and there are none. */
  sandbox?(): Promise<SandboxHere>;
}

/** The repository and the places where work happens. Opening makes no folder and asks git nothing; who writes makes it. */
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { repository, env, clock } = options;
  const git = withLocks(options.git ?? gitAt({ cwd: repository, env }), clock.now);
  const { isolation } = options;
  const folder = realPlace(options.folder);
  const site: Site = {
    folder,
    fence: options.fence,
    env,
    clock,
    redaction: options.redaction ?? noKeys,
    git,
    disk: options.disk ?? localDisk,
    runCommand: options.runCommand ?? runCommand,
    sandbox: onceDone(async () => (await options.sandbox?.()) ?? noSandbox),
    dependencies: options.dependencies ?? join(folder, "deps"),
    ...(options.baselines !== undefined && { baselines: options.baselines }),
    setUpIn: new Map(),
    versions: programVersions(checkEnvironment(env, folder), folder),
    isolation: onceDone(async () => isolation ?? findIsolation(env), isLasting),
    commonDir: onceDone(async () => options.commonDir ?? commonDirOf(git)),
  };
  return workspaceAt(site, new Map());
}

async function commonDirOf(git: Git): Promise<string> {
  return (await git(["rev-parse", "--path-format=absolute", "--git-common-dir"])).text;
}

function workspaceAt(site: Site, standing: Map<string, Standing>): Workspace {
  const { git } = site;
  return {
    telling: (tell, ended) => {
      const told = { ...site, tell, runCommand: telling(site.runCommand, tell) };
      return workspaceAt({ ...told, ...(ended && { git: gitUntil(git, ended) }) }, standing);
    },
    resolve: (ref) => resolve(git, ref),
    addWorktree: async (name, commit, tree, signal) =>
      basename(await addWorktree(site, name, commit, tree, signal)),
    async worktree(worktree, signal) {
      const path = placeOf(site, worktree);
      return (await isOurs(site, path)) ? openWorktree(site, path, signal) : undefined;
    },
    async placeOf(worktree) {
      const path = placeOf(site, worktree);
      return (await isOurs(site, path)) ? path : undefined;
    },
    tree: (commit, signal) => openTree(site, commit, signal),
    texts: (commit, paths, signal) => readTexts(site, commit, paths, signal),
    writeTree: async (worktree, base, byName) =>
      (await writeTree(site, placeOf(site, worktree), base, byName)).tree,
    leftOut: (worktree, base, paths) => leftOut(site, placeOf(site, worktree), base, paths),
    treeOf: (commit) => treeOf(git, commit),
    treeWith: (commit, from, paths) => treeWith(site, commit, from, paths),
    commitTree: (input) => commitTree(git, input),
    moveRef: (ref, to, was) => moveRef(git, ref, to, was),
    hold: (ref, object, since) => hold(git, ref, object, since),
    holdAll: (objects) => holdAll(git, objects),
    release: (...prefixes) => release(git, ...prefixes),
    removeLock: async (path, mark) =>
      removeLock({ commonDir: await site.commonDir(), now: site.clock.now(), path, mark }),
    merge: (ours, theirs) => merge(git, ours, theirs),
    isAncestor: (older, newer) => isAncestor(git, older, newer),
    diff: lastFew((from, to) => diff(git, from, to)),
    checkout: async (name, commit, signal) => basename(await checkout(site, standing, name, commit, signal)),
    runChecks: (worktree, checks, how, signal) =>
      checkWithDependencies(site, placeOf(site, worktree), checks, how, signal),
    keptBaseline: (worktree, run) => keptBaseline(site, placeOf(site, worktree), run),
    keepBaseline: (worktree, run, said) => keepBaseline(site, placeOf(site, worktree), run, said),
    updateLocks: (worktree, setup, at, signal) =>
      updateLocks(site, placeOf(site, worktree), setup, at, signal),
    setUp: (worktree, setup, at, signal) => setUp(site, placeOf(site, worktree), setup, at, signal),
    kept: (worktree, setup) => keptBy(site, placeOf(site, worktree), setup),
    sandbox: async () => stateOf(await site.sandbox()),
    runCommand: (worktree, command, signal) =>
      runMembersCommand(site, placeOf(site, worktree), command, signal),
    changedSince: (worktree, base, since, byName) =>
      changedSince(site, placeOf(site, worktree), { base, since, byName }),
    changes: (from, to) => fileChanges(git, from, to),
    versions: site.versions,
    checkedOut: (branch) => checkedOut(site, branch),
    theirs: theirGit({ git, env: site.env, folder: site.folder }),
    firstParents: (from, to) => firstParents(git, from, to),
    subjects: (from, to, paths) => subjects(git, from, to, paths),
    moveBack: (path, commit) => moveBack(git, path, commit),
    deleteRef: (ref, was) => deleteRef(git, ref, was),
    fastForward: (path, commit) => fastForward(git, path, commit),
    discard: (worktree) => ifPossible(() => removeWorktree(site, placeOf(site, worktree))),
    sweep: (keep, fences) => sweep(site, keep, fences),
    clear: (fences) => clear(site, fences),
  };
}
