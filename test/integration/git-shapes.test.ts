import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";
import type { ProvidedDesk } from "../support/obliging-provider.ts";

/** Forms that a repository can have, and the folder in which the person works. */
const shapes: Readonly<Record<string, (at: ProvidedDesk) => Promise<string>>> = {
  "a shallow clone": async (at) => {
    await at.commit({ "a.txt": "2\n" });
    const clone = join(at.root, "clone");
    await at.git("clone", "-q", "--depth=1", `file://${at.repository}`, clone);
    expect(await at.gitIn(clone, "rev-parse", "--is-shallow-repository")).toBe("true");
    return clone;
  },
  "a linked worktree": async (at) => {
    const linked = join(at.root, "linked");
    await at.git("worktree", "add", "-q", "-b", "topic", linked);
    return linked;
  },
  "a linked worktree of a bare repository": async (at) => {
    const bare = join(at.root, "bare.git");
    await at.git("clone", "-q", "--bare", at.repository, bare);
    const linked = join(at.root, "linked");
    await at.gitIn(bare, "worktree", "add", "-q", "-b", "topic", linked);
    return linked;
  },
  "a git folder elsewhere, with core.worktree": async (at) => {
    const git = join(at.root, "elsewhere.git");
    await rename(join(at.repository, ".git"), git);
    await writeFile(join(at.repository, ".git"), `gitdir: ${git}\n`);
    await at.gitIn(git, "config", "core.worktree", at.repository);
    return at.repository;
  },
  "a sparse checkout in cone mode": async (at) => {
    await at.commit({ "in/x.txt": "x\n", "out/y.txt": "y\n" });
    await at.git("sparse-checkout", "set", "in", ".huddle");
    return at.repository;
  },
  "a submodule of another project": async (at) => {
    const outer = join(at.root, "outer");
    await at.git("init", "-q", "-b", "main", outer);
    await at.gitIn(
      outer,
      ...["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", at.repository, "lib"],
    );
    await at.gitIn(outer, "commit", "-q", "-m", "lib");
    await at.gitIn(join(outer, "lib"), "switch", "-q", "-C", "main");
    return join(outer, "lib");
  },
};

describe("10.22: work is built and shipped in", () => {
  test.each(Object.entries(shapes))("%s", async (_, make) => {
    const at = await providedHere();
    const cwd = await make(at);
    const before = await at.gitIn(cwd, "rev-parse", "HEAD");
    const doctor = await at.huddle(["doctor"], { cwd });
    expect(doctor.stdout).not.toContain("BAD");
    const done = await at.huddle(["do", "write t1.txt", "--auto"], { cwd });
    expect(`${done.stdout}${done.stderr}`).toContain("ship");
    const branch = await at.gitIn(cwd, "symbolic-ref", "--short", "HEAD");
    const shipped = await at.huddle(["ship", "--onto", branch, "--yes"], { cwd });
    expect(shipped).toMatchObject({ code: 0 });
    expect(await at.gitIn(cwd, "status", "--porcelain")).toBe("");
    expect(await at.gitIn(cwd, "diff", "--name-only", before, "HEAD")).not.toBe("");
  });
});
