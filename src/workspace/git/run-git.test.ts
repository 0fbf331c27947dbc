import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appears } from "../../../test/support/appears.ts";
import { gitPlace } from "../../../test/support/git-place.ts";
import { Fault } from "../../core/fault.ts";
import { GitError } from "./git-error.ts";
import { gitAt } from "./run-git.ts";

test("variables of a calling hook, and keys, do not reach git", async () => {
  const place = await gitPlace();
  const env = {
    ...place.env,
    GIT_DIR: "/nowhere",
    GIT_WORK_TREE: "/nowhere",
    GIT_INDEX_FILE: "/nowhere/index",
    GIT_TRACE: "1",
    EXAMPLE_API_KEY: "sk-canary",
  };
  const git = gitAt({ cwd: place.repository, env });
  expect((await git(["rev-parse", "--show-toplevel"])).text).toBe(place.repository);
  await place.git("config", "alias.show-env", "!env");
  const { text } = await git(["show-env"]);
  expect(text).not.toContain("canary");
  expect(text).not.toContain("GIT_TRACE");
  expect(text).toContain("LC_ALL=C");
});

test("hooks of the person never run", async () => {
  const place = await gitPlace();
  const witness = join(place.root, "hook ran");
  const hooks = join(place.repository, ".git", "hooks");
  await mkdir(hooks, { recursive: true });
  for (const hook of ["post-checkout", "reference-transaction", "post-merge", "pre-commit"]) {
    await writeFile(join(hooks, hook), `#!/bin/sh\ntouch "${witness.replaceAll('"', '\\"')}"\n`);
    await chmod(join(hooks, hook), 0o755);
  }
  const git = gitAt({ cwd: place.repository, env: place.env });
  await git(["update-ref", "refs/heads/x", "HEAD"]);
  await git(["worktree", "add", "--detach", join(place.root, "w")]);
  expect(existsSync(witness)).toBe(false);
});

test("a failure says what git said; an expected exit code is an answer", async () => {
  const place = await gitPlace();
  const git = gitAt({ cwd: place.repository, env: place.env });
  const failed = git(["rev-parse", "--verify", "nothing"]);
  await expect(failed).rejects.toBeInstanceOf(GitError);
  await expect(failed).rejects.toThrow(/Needed a single revision/);
  expect((await git(["rev-parse", "--verify", "nothing"], { answers: [128] })).exit).toBe(128);
});

test("no git and no folder are faults a person can mend", async () => {
  const place = await gitPlace();
  const without = gitAt({ cwd: place.repository, env: { PATH: "/nowhere" } })(["version"]);
  await expect(without).rejects.toMatchObject({ name: "Fault", code: "machine.lacking" });
  const nowhere = gitAt({ cwd: join(place.root, "gone"), env: place.env })(["version"]);
  await expect(nowhere).rejects.toMatchObject({ name: "Fault", code: "repository.missing" });
});

test("an abort ends git and what it started, and rejects with the reason", async () => {
  const place = await gitPlace();
  await place.git("config", "alias.slow", "!touch began; sleep 60 & wait");
  const stop = new AbortController();
  const git = gitAt({ cwd: place.repository, env: place.env });
  const ended = expect(git(["slow"], { signal: stop.signal })).rejects.toThrow("stopped");
  await appears(join(place.repository, "began"));
  const began = performance.now();
  stop.abort(new Fault("refused", "stopped"));
  await ended;
  expect(performance.now() - began).toBeLessThan(5000);
});

test("output of many megabytes arrives whole", async () => {
  const place = await gitPlace({ "large.txt": "0123456789abcde\n".repeat(500_000) });
  const git = gitAt({ cwd: place.repository, env: place.env });
  expect((await git(["cat-file", "blob", "HEAD:large.txt"])).bytes.length).toBe(8_000_000);
});
