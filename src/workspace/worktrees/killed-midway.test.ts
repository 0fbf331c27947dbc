import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appears } from "../../../test/support/appears.ts";
import { childRunner } from "../../../test/support/child-runner.ts";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { heldPipe } from "../../../test/support/held-pipe.ts";

/** Straight into git, without a checkout. Git fills folders in the order d0, d1, d10 … d9. */
async function manyFiles(place: GitPlace, count: number): Promise<string> {
  const head = "commit refs/heads/many\ncommitter Pia <pia@example.com> 1767323045 +0000\ndata 4\nmany\n";
  const files = Array.from(
    { length: count },
    (_, n) => `M 100644 inline d${n % 50}/file${n}\ndata 5\n${`${n}`.padStart(4, "0")}\n`,
  );
  await new Promise<void>((resolve, reject) => {
    const options = { cwd: place.repository, env: place.env };
    const git = execFile("git", ["fast-import", "--quiet"], options, (error) =>
      error ? reject(error) : resolve(),
    );
    git.stdin?.end(head + files.join(""));
  });
  return place.git("rev-parse", "many");
}

/** A runner of fence 1 in a process of its own, killed when git has filled two of fifty folders of its worktree. */
async function killedMidway(place: GitPlace, commit: string) {
  const dying = await childRunner(place, 1);
  dying.send({ act: "add", name: "t1", commit });
  const half = join(place.folder, "t1.1");
  await appears(join(half, "d10"));
  await dying.kill();
  return { half, last: join(half, "d9") };
}

/** The same place with a git that holds the pipe for as long as it or a child of it lives. */
async function withGitThatHolds(place: GitPlace) {
  const programs = join(place.root, "programs");
  await writeFiles(programs, { git: `#!/bin/sh\nPATH=\${PATH#*:}\nexec git "$@" 3> "\${0%/*}/pipe"\n` });
  await chmod(join(programs, "git"), 0o755);
  const pipe = await heldPipe(join(programs, "pipe"));
  const env = { ...place.env, PATH: `${programs}:${place.env.PATH}` };
  return { pipe, held: { ...place, env } };
}

test("a runner killed while git fills a worktree of 5,000 files: the next one starts at once beside it", async () => {
  const place = await gitPlace();
  const commit = await manyFiles(place, 5000);
  const { last } = await killedMidway(place, commit);
  expect(existsSync(last)).toBe(false);

  const next = place.open(2);
  const name = await next.addWorktree("t1", commit, undefined, noAbort);
  expect(name).toBe("t1.2");
  const path = join(place.folder, name);
  expect(await place.gitIn(path, "rev-parse", "HEAD")).toBe(commit);
  expect(await next.writeTree(name, commit)).toBe(await next.treeOf(commit));
  // Git of the dead runner lives on until it is done.
  await appears(last);
});

test("swept while git of the dead runner still writes: nothing breaks, and later sweeps have it all", async () => {
  const place = await gitPlace();
  const commit = await manyFiles(place, 1000);
  const { pipe, held } = await withGitThatHolds(place);
  const { half } = await killedMidway(held, commit);
  const next = place.open(2);
  const [name] = await Promise.all([next.addWorktree("t1", commit, undefined, noAbort), next.sweep([])]);
  expect(await place.gitIn(join(place.folder, name), "status", "--porcelain")).toBe("");
  await pipe.allGone();
  await next.sweep([]);
  expect(existsSync(half)).toBe(false);
  expect((await readdir(place.folder)).filter((name) => name.startsWith("t1"))).toEqual(["t1.2"]);
  expect((await place.git("worktree", "list")).split("\n")).toHaveLength(2);
});
