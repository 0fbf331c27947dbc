import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort } from "../../../test/support/git-place.ts";
import { realSandbox } from "../../../test/support/real-sandbox.ts";
import { openWorkspace } from "../open-workspace.ts";

const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
const allow = ["-c", "protocol.file.allow=always"];

/** Forms that a repository can have; each answers with a folder of it. All paths have spaces and quotes. */
const shapes: Readonly<Record<string, (at: GitPlace) => Promise<string>>> = {
  "a detached head and a dirty checkout": async (at) => {
    await at.git("checkout", "-q", "--detach");
    await writeFile(join(at.repository, "a.txt"), "dirty\n");
    await writeFile(join(at.repository, "untracked.txt"), "dirty\n");
    return at.repository;
  },
  "a shallow clone": (at) => cloned(at, "--depth=1"),
  "a clone without blobs": async (at) => {
    await at.git("config", "uploadpack.allowFilter", "true");
    return cloned(at, "--filter=blob:none");
  },
  "a clone that borrows its objects": async (at) => {
    await at.git("clone", "-q", "--shared", at.repository, join(at.root, "borrower"));
    return join(at.root, "borrower");
  },
  "a bare one": (at) => cloned(at, "--bare"),
  "a linked worktree": async (at) => {
    await at.git("worktree", "add", "-q", "-b", "topic", join(at.root, "linked"));
    return join(at.root, "linked");
  },
  "a git folder elsewhere": async (at) => {
    const git = join(at.root, "elsewhere.git");
    await rename(join(at.repository, ".git"), git);
    await writeFile(join(at.repository, ".git"), `gitdir: ${git}\n`);
    return at.repository;
  },
  "a submodule of another project": async (at) => {
    const outer = join(at.root, "outer");
    await at.git("init", "-q", "-b", "main", outer);
    await at.gitIn(outer, ...allow, "submodule", "--quiet", "add", at.repository, "lib");
    return join(outer, "lib");
  },
  "one with a submodule": async (at) => {
    const clone = await cloned(at);
    await at.gitIn(clone, ...allow, "submodule", "--quiet", "add", at.repository, "lib");
    await at.gitIn(clone, "commit", "-q", "-m", "change");
    return clone;
  },
  "one with pointers of LFS": async (at) => {
    await at.commit({
      "large.bin": pointer,
      ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
    });
    return at.repository;
  },
};

async function cloned(at: GitPlace, ...how: readonly string[]): Promise<string> {
  const clone = join(at.root, "a clone");
  await at.git("clone", "-q", ...how, `file://${at.repository}`, clone);
  return clone;
}

test.each(Object.entries(shapes))("commands work in worktrees of %s", async (_, make) => {
  const sandbox = await realSandbox();
  const at = await gitPlace();
  await at.commit({ "a.txt": "second\n" });
  const repository = await make(at);
  const workspace = openWorkspace({
    repository,
    folder: join(at.root, "state"),
    fence: 1,
    env: at.env,
    clock: { now: () => new Date().toISOString(), sleep: async () => {} },
    sandbox: async () => sandbox,
  });
  const commit = (await workspace.resolve("HEAD")) ?? "";
  const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
  const command =
    "git status --short; git log -1 --format=%H; cat a.txt; echo new > b.txt; git status --short";
  const ran = await workspace.runCommand(worktree, { command, timeoutMs: 60_000, setup: undefined }, noAbort);
  expect(ran).toMatchObject({ exit: 0, output: `${commit}\nsecond\n?? b.txt\n` });
  expect(await workspace.changedSince(worktree, commit, commit)).toMatchObject({ changed: ["b.txt"] });
});
