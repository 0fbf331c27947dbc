import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GitPlace, gitPlace } from "../../../test/support/git-place.ts";
import { Fault } from "../../core/fault.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { assertFree } from "./assert-free.ts";
import { moveRef } from "./move-ref.ts";
import { gitAt } from "./run-git.ts";

const session = "calculator";

function look(at: GitPlace, names = { session, folder: at.folder }): Promise<void> {
  return assertFree(gitAt({ cwd: at.repository, env: at.env }), names);
}

async function complaint(looking: Promise<void>): Promise<string> {
  const error = await looking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return "";
  expect(error).toBeInstanceOf(Fault);
  return (error as Fault).message;
}

const packed = (at: GitPlace) => at.git("pack-refs", "--all", "--prune");
const branch = (name: string) => (at: GitPlace) => at.git("branch", name);

describe("10.13: a name that git cannot give to a session", () => {
  test.each<[what: string, set: (at: GitPlace) => Promise<unknown>, inTheWay: string]>([
    ["a branch huddle", branch("huddle"), "huddle"],
    ["a branch huddle that is checked out", (at) => at.git("switch", "-c", "huddle"), "huddle"],
    ["a branch huddle/calculator", branch(`huddle/${session}`), `huddle/${session}`],
    [
      "a link to a branch that does not exist",
      (at) => at.git("symbolic-ref", "refs/heads/huddle", "refs/heads/nowhere"),
      "huddle",
    ],
    ["a link to a branch", (at) => at.git("symbolic-ref", "refs/heads/huddle", "refs/heads/main"), "huddle"],
    [
      "another spelling, where capitals do not count",
      async (at) => {
        await at.git("config", "core.ignorecase", "true");
        await at.git("branch", "Huddle/CALCULATOR");
      },
      "Huddle/CALCULATOR",
    ],
  ])("%s, packed or not: refused, and the command that is named helps", async (_, set, name) => {
    for (const isPacked of [false, true]) {
      const at = await gitPlace();
      await set(at);
      if (isPacked) await packed(at);
      const message = await complaint(look(at));
      expect(message).toContain(`There is a branch called ${name},`);
      await shell(at, message.split("\n").at(-1) ?? "");
      expect(await complaint(look(at))).toBe("");
    }
  });

  test("where capitals count, another spelling is another branch", async () => {
    const at = await gitPlace();
    await at.git("config", "core.ignorecase", "false");
    await at.git("branch", "Huddle");
    await at.git("branch", "HUDDLE-x");
    expect(await complaint(look(at))).toBe("");
  });

  test("a broken ref is told in git's words", async () => {
    const at = await gitPlace();
    await writeFile(join(at.repository, ".git/refs/heads/huddle"), "nonsense\n");
    expect(await complaint(look(at))).toMatch(/Git cannot make Huddle's branches.*refs\/heads\/huddle/s);
  });

  test("before a name is known, only what stands in the way of every session counts", async () => {
    const at = await gitPlace();
    const early = () => complaint(assertFree(gitAt({ cwd: at.repository, env: at.env }), {}));
    await at.git("branch", `huddle/${session}/main`);
    expect(await early()).toBe("");
    await at.git("branch", "-D", `huddle/${session}/main`);
    await at.git("branch", "huddle");
    expect(await early()).toContain("git branch -m huddle huddle-renamed");
  });

  test("a branch that comes later is told when work lands, with the same way out", async () => {
    const at = await gitPlace();
    await at.git("branch", "huddle");
    const git = gitAt({ cwd: at.repository, env: at.env });
    const head = await at.git("rev-parse", "HEAD");
    await expect(moveRef(git, `refs/heads/huddle/${session}/main`, head, null)).rejects.toMatchObject({
      code: "repository.unready",
      message: expect.stringContaining("git branch -m huddle huddle-renamed"),
    });
  });
});

describe("10.13: what is left of a session whose log is gone", () => {
  test.each<[what: string, set: (at: GitPlace) => Promise<unknown>, named: string]>([
    ["its integration branch", branch(`huddle/${session}/main`), `git branch -D huddle/${session}/main`],
    ["a task's branch", branch(`huddle/${session}/t1`), `git branch -D huddle/${session}/t1`],
    [
      "a branch below its integration branch",
      branch(`huddle/${session}/main/more`),
      `git branch -D huddle/${session}/main/more`,
    ],
    [
      "a ref that no branch list shows",
      (at) => at.git("update-ref", `refs/huddle/${session}/base`, "HEAD"),
      `git update-ref -d refs/huddle/${session}/base`,
    ],
    ["its worktrees", (at) => mkdir(join(at.folder, "t1.4"), { recursive: true }), "git worktree prune"],
  ])("%s: refused, with what it is and how to remove it", async (_, set, named) => {
    for (const isPacked of [false, true]) {
      const at = await gitPlace();
      await set(at);
      if (isPacked) await packed(at);
      const message = await complaint(look(at));
      expect(message).toContain(`An earlier session was also called ${session}.`);
      expect(message).toContain(named);
      const removing = message.split("\n").filter((line) => /^ {2}(git|rm) /.test(line));
      for (const line of removing) await shell(at, line);
      expect(await complaint(look(at))).toBe("");
    }
  });

  test("branches of other sessions, and other branches that begin alike, are no obstacle", async () => {
    const at = await gitPlace();
    for (const name of [`huddle/${session}-2/main`, `huddle/calc/main`, `huddle-${session}`, "huddled"])
      await at.git("branch", name);
    await at.git("update-ref", "refs/huddle/calculators/base", "HEAD");
    await mkdir(at.folder, { recursive: true });
    const before = await at.git("for-each-ref");
    expect(await complaint(look(at))).toBe("");
    expect(await at.git("for-each-ref")).toBe(before);
  });

  test("all of it is named: branches, other refs and folders, with one command for each kind", async () => {
    const at = await gitPlace();
    for (const name of ["main", "t1", "it's"]) await at.git("branch", `huddle/${session}/${name}`);
    for (const name of ["base", "landed"])
      await at.git("update-ref", `refs/huddle/${session}/${name}`, "HEAD");
    const folder = join(at.root, "left");
    await mkdir(join(folder, "t1.4"), { recursive: true });
    const message = await complaint(look(at, { session, folder }));
    expect(message.split("\n")).toEqual([
      `An earlier session was also called ${session}. Its log is gone, but this is left of it:`,
      `  huddle/${session}/it's`,
      `  huddle/${session}/main`,
      `  huddle/${session}/t1`,
      `  refs/huddle/${session}/base`,
      `  refs/huddle/${session}/landed`,
      `  ${folder}`,
      "Start with another title, or, if you no longer need any of this, remove it and try again:",
      `  git branch -D 'huddle/${session}/it'\\''s' huddle/${session}/main huddle/${session}/t1`,
      `  git update-ref -d refs/huddle/${session}/base`,
      `  git update-ref -d refs/huddle/${session}/landed`,
      `  rm -r ${shellWord(folder)} && git worktree prune`,
    ]);
  });

  test.each([12, 13])("up to twelve are listed: of %i", async (count) => {
    const at = await gitPlace();
    const head = await at.git("rev-parse", "HEAD");
    const refs = Array.from(
      { length: count },
      (_, task) => `create refs/heads/huddle/${session}/t${task} ${head}`,
    );
    await shell(at, `printf '${refs.join("\\n")}\\n' | git update-ref --stdin`);
    const message = await complaint(look(at));
    expect(message.match(/^ {2}huddle\/.*$/gm)).toHaveLength(12);
    expect(message.includes("  and 1 more")).toBe(count === 13);
    expect(message).toContain(`huddle/${session}/t${count - 1}`);
  });

  test("a folder that is not there holds nothing, nor does one that is not asked about", async () => {
    const at = await gitPlace();
    expect(await complaint(look(at, { session, folder: join(at.root, "none") }))).toBe("");
    await mkdir(join(at.folder, "t1.4"), { recursive: true });
    const git = gitAt({ cwd: at.repository, env: at.env });
    expect(await complaint(assertFree(git, { session }))).toBe("");
  });

  test("many are counted, not all listed", async () => {
    const at = await gitPlace();
    const head = await at.git("rev-parse", "HEAD");
    const lines = Array.from({ length: 40 }, (_, task) => `${head} refs/heads/huddle/${session}/t${task}`);
    const path = join(at.repository, ".git/packed-refs");
    await writeFile(path, `# pack-refs with: peeled fully-peeled sorted \n${lines.toSorted().join("\n")}\n`);
    expect(await readFile(path, "utf8")).toContain("t39");
    expect(await complaint(look(at))).toContain("  and 28 more");
  });
});

async function shell(at: GitPlace, line: string): Promise<void> {
  const { execFile } = await import("node:child_process");
  const { promisify } = await import("node:util");
  await promisify(execFile)("/bin/sh", ["-c", line], { cwd: at.repository, env: at.env });
}
