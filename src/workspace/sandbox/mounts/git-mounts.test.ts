import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../../test/support/git-place.ts";
import { openBubblewrap } from "../open-bubblewrap.ts";
import { gitMounts } from "./git-mounts.ts";

async function worktreeOf(name = "mine") {
  const git = await gitPlace();
  const worktree = join(git.root, name);
  const own = join(git.root, "own");
  await mkdir(own);
  await git.git("worktree", "add", "-q", worktree, "-b", "mine");
  return { git, worktree, own, common: join(git.repository, ".git") };
}

test("what git borrows objects from is shown, and what it does not need is hidden", async () => {
  const { git, worktree, own, common } = await worktreeOf();
  const [lender, further] = [join(git.root, "lender"), join(git.root, "further")];
  for (const folder of [join(lender, "info"), further, join(common, "modules")])
    await mkdir(folder, { recursive: true });
  await writeFile(join(common, "objects/info/alternates"), `# ours\n${lender}\n/nowhere\n`);
  await writeFile(join(lender, "info/alternates"), "../further\n");
  await writeFile(join(common, "credentials"), "key");
  const mounts = await gitMounts(worktree, common, own);
  for (const at of [lender, further]) expect(mounts).toContainEqual({ kind: "read", from: at, at });
  expect(mounts).toContainEqual({ kind: "hide", at: join(common, "modules") });
  expect(mounts).toContainEqual({
    kind: "read",
    from: join(own, "nothing"),
    at: join(common, "credentials"),
  });
});

test("a path that git wrote relative to the worktree is made absolute", async () => {
  const { worktree, own, common } = await worktreeOf();
  await writeFile(join(worktree, ".git"), "gitdir: ../repo/.git/worktrees/mine\n");
  await gitMounts(worktree, common, own);
  expect(await readFile(join(own, "dot-git"), "utf8")).toBe(`gitdir: ${common}/worktrees/mine\n`);
});

test.each([
  ["another repository", "gitdir: /tmp"],
  ["the whole git folder", "gitdir: ../repo/.git"],
  ["nothing", "hello"],
])("a worktree that names %s is refused", async (_, text) => {
  const { worktree, own, common } = await worktreeOf();
  await writeFile(join(worktree, ".git"), text);
  await expect(gitMounts(worktree, common, own)).rejects.toMatchObject({ code: "worktree.lost" });
});

const bubblewrap = {
  program: "bwrap",
  can: { disableUserns: true, size: true, filter: true },
  system: [{ kind: "read", from: "/usr", at: "/usr" }],
  toolchains: { roots: [], path: [], variables: {}, withheld: [] },
  weaker: [],
} as const;

test.each(["new\nline", "-dash", "a b", "ü'\"$(x)"])("a folder may be called %j", async (name) => {
  const { git, worktree, common } = await worktreeOf(name);
  const temporary = join(git.root, "temporary");
  const { start } = await openBubblewrap(bubblewrap).enter({
    worktree,
    commonDir: common,
    temporary: git.root,
  });
  expect(start.slice(start.indexOf(worktree) - 1).slice(0, 3)).toEqual(["--bind", worktree, "/worktree"]);
  expect(start).not.toContain(temporary);
});

test("a link, a relative path and one that is not there are refused", async () => {
  const { git, worktree, common } = await worktreeOf();
  await symlink(worktree, join(git.root, "link"));
  for (const path of [join(git.root, "link"), "mine", "--bind", `${worktree}/../mine`, "/nowhere"]) {
    const entering = openBubblewrap(bubblewrap).enter({
      worktree: path,
      commonDir: common,
      temporary: git.root,
    });
    await expect(entering).rejects.toMatchObject({ code: "refused" });
  }
});

test("too many folders are refused by name", async () => {
  const { git, worktree, common } = await worktreeOf();
  const roots = Array.from({ length: 30 }, (_, index) => `/opt/${index}`);
  const many = openBubblewrap({ ...bubblewrap, toolchains: { ...bubblewrap.toolchains, roots } });
  await expect(many.enter({ worktree, commonDir: common, temporary: git.root })).rejects.toMatchObject({
    code: "machine.lacking",
    message: expect.stringMatching(/would need \d+ folders/),
  });
});

test("a checkout and a home inside a folder that is shown are hidden", async () => {
  const { git, worktree, common } = await worktreeOf();
  const shown = { kind: "read", from: git.root, at: git.root } as const;
  const sandbox = openBubblewrap({ ...bubblewrap, system: [shown], home: join(git.root, "home") });
  const { start } = await sandbox.enter({ worktree, commonDir: common, temporary: git.root });
  for (const folder of [git.repository, join(git.root, "home")]) {
    expect(start[start.indexOf(folder) - 1]).toBe("--tmpfs");
    expect(start.indexOf(folder)).toBeLessThan(start.indexOf(common));
    expect(start[start.lastIndexOf(folder) - 1]).toBe("--remount-ro");
  }
});
