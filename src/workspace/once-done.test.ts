import { chmod, readFile, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../test/support/git-place.ts";
import { type Git, gitAt } from "./git/run-git.ts";
import { onceDone } from "./once-done.ts";

test("something is made once, also for calls that come before it is done", async () => {
  let count = 0;
  const made = onceDone(async () => ++count);
  expect(await Promise.all([made(), made()])).toEqual([1, 1]);
  expect(await made()).toBe(1);
});

test("what fails or does not last is made again", async () => {
  let count = 0;
  const made = onceDone(
    async () => {
      count += 1;
      if (count === 1) throw new Error("too many files are open");
      return count;
    },
    (value) => value > 2,
  );
  await expect(made()).rejects.toThrow("too many");
  expect(await made()).toBe(2);
  expect([await made(), await made()]).toEqual([3, 3]);
});

test("git that could not be started once is asked again", async () => {
  const place = await gitPlace({ "a.txt": "a\n", ".gitmodules": "" });
  const real = gitAt({ cwd: place.repository, env: place.env });
  const failed = new Set<string>();
  /** Fails once for each command. */
  const git: Git = async (args, call) => {
    const name = args.slice(0, 3).join(" ");
    if (!failed.has(name)) {
      failed.add(name);
      throw Object.assign(new Error("spawn git EMFILE"), { code: "EMFILE" });
    }
    return real(args, call);
  };
  const name = await place
    .open(1)
    .addWorktree("t1", await place.git("rev-parse", "HEAD"), undefined, noAbort);
  const workspace = place.open(1, { git });
  await expect(
    workspace.runChecks(name, [{ name: "x", run: "true" }], { timeoutMs: 20_000 }, noAbort),
  ).rejects.toThrow("EMFILE");
  expect(
    await workspace.runChecks(name, [{ name: "x", run: "true" }], { timeoutMs: 20_000 }, noAbort),
  ).toMatchObject([{ exit: 0 }]);
  const worktree = await workspace.worktree(name, noAbort);
  await expect(worktree?.write("b.txt", "b")).rejects.toThrow("EMFILE");
  expect(await worktree?.write("b.txt", "b")).toBeUndefined();
});

test.runIf(platform() === "linux")(
  "checks get processes of their own again after one try to find out failed",
  async () => {
    const place = await gitPlace();
    const fake = join(place.root, "bin");
    const tried = join(place.root, "tried");
    await writeFiles(fake, {
      unshare: `#!/bin/sh\necho tried >> ${JSON.stringify(tried)}\necho 'unshare: fork failed: Resource temporarily unavailable' >&2\nexit 1\n`,
    });
    await chmod(join(fake, "unshare"), 0o755);
    await writeFiles(join(place.folder, "desk"), { "a.txt": "" });
    const workspace = place.open(1, { env: { ...place.env, PATH: `${fake}:${place.env.PATH}` } });
    const run = () =>
      workspace.runChecks("desk", [{ name: "x", run: "true" }], { timeoutMs: 20_000 }, noAbort);
    await run();
    const before = await readFile(tried, "utf8");
    await writeFile(tried, "");
    await run();
    expect(await readFile(tried, "utf8")).toBe(before);
  },
);
