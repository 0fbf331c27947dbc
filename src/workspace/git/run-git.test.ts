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

test("more output than is enough ends git, and the answer is cut", async () => {
  const place = await gitPlace({ "a.txt": "0123456789\n" });
  const git = gitAt({ cwd: place.repository, env: place.env });
  const show = (enoughBytes?: number) =>
    git(["show", "HEAD:a.txt"], enoughBytes === undefined ? {} : { enoughBytes });
  expect(await show()).toMatchObject({ exit: 0, cut: false, text: "0123456789", bytes: { length: 11 } });
  expect(await show(11)).toMatchObject({ exit: 0, cut: false, text: "0123456789" });
  expect(await show(10)).toMatchObject({ exit: 0, cut: true, text: "" });
  await place.git("config", "alias.endless", "!yes");
  expect(await git(["endless"], { enoughBytes: 1_000_000 })).toMatchObject({ exit: 0, cut: true });
});

test("of endless complaints the beginning is kept", async () => {
  const place = await gitPlace();
  await place.git("config", "alias.wail", "!yes woe | head -c 3000000 >&2; exit 1");
  const { said, exit } = await gitAt({ cwd: place.repository, env: place.env })(["wail"], { answers: [1] });
  expect(exit).toBe(1);
  expect(said).toMatch(/^woe\nwoe\n/);
  expect(said.length).toBeGreaterThan(60_000);
  expect(said.length).toBeLessThan(300_000);
});

test("a call says where git works, what it reads and what it finds in its environment", async () => {
  const place = await gitPlace({ "src/a.txt": "a\n" });
  const git = gitAt({ cwd: place.repository, env: place.env });
  expect((await git(["rev-parse", "--show-prefix"], { cwd: join(place.repository, "src") })).text).toBe(
    "src/",
  );
  const id = await place.git("rev-parse", "HEAD:src/a.txt");
  expect((await git(["hash-object", "--stdin"], { input: "a\n" })).text).toBe(id);
  expect((await git(["ls-files"], { env: { GIT_INDEX_FILE: "none" } })).text).toBe("");
});

test("git that does not read its input is no failure", async () => {
  const place = await gitPlace();
  const git = gitAt({ cwd: place.repository, env: place.env });
  expect((await git(["version"], { input: "x".repeat(1_000_000) })).exit).toBe(0);
});

test("sparse patterns hold only in the person's own checkout", async () => {
  const place = await gitPlace();
  await place.git("config", "core.sparseCheckout", "true");
  const git = gitAt({ cwd: place.repository, env: place.env });
  const setting = ["config", "core.sparseCheckout"];
  expect((await git(setting)).text).toBe("false");
  expect((await git(setting, { theirs: true })).text).toBe("true");
});

test("a stop before the call starts nothing, and one after the answer changes nothing", async () => {
  const place = await gitPlace();
  await place.git("config", "alias.mark", "!touch began");
  const git = gitAt({ cwd: place.repository, env: place.env });
  const stop = new AbortController();
  expect((await git(["version"], { signal: stop.signal })).exit).toBe(0);
  stop.abort(new Error("stopped"));
  await expect(git(["mark"], { signal: stop.signal })).rejects.toThrow("stopped");
  expect(existsSync(join(place.repository, "began"))).toBe(false);
});

test("calls with the same key run one after another", async () => {
  const place = await gitPlace();
  await place.git("config", "alias.slow", "!mkdir one && sleep 0.1 && rmdir one");
  const git = gitAt({ cwd: place.repository, env: place.env });
  const both = [1, 2].map(() => git(["slow"], { turn: place.repository }));
  expect((await Promise.all(both)).map(({ exit }) => exit)).toEqual([0, 0]);
});
