import { describe, expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import { GitError } from "./git-error.ts";
import { hold, holdAll, release } from "./hold.ts";
import { type Git, gitAt } from "./run-git.ts";

test("the end of a session removes its own branches, and none that a person put below its name", async () => {
  const place = await gitPlace();
  const own = ["huddle/s1/main", "huddle/s1/t1", "huddle/s1/t12"];
  const theirs = ["huddle/s1/mine/main", "huddle/s1/wip/t1", "huddle/s1/t1x", "huddle/s12/main"];
  for (const branch of [...own, ...theirs]) await place.git("branch", branch);
  await place.open().release("refs/heads/huddle/s1");
  const left = await place.git("for-each-ref", "--format=%(refname:short)", "refs/heads/huddle");
  expect(left.split("\n").sort()).toEqual([...theirs].sort());
});

/** Git that meets a lock so many times, or always fails like this, when it writes refs. */
function failing(git: Git, times: number, said = "fatal: Unable to create 'x.lock': File exists.") {
  const at = { writes: 0 };
  const withLock: Git = async (args, call) => {
    if (args[0] === "update-ref" && ++at.writes <= times) throw new GitError(args, 128, said);
    return git(args, call);
  };
  return { git: withLock, at };
}

/** Git that meets a lock for so long, when it writes refs. */
function lockedFor(git: Git, ms: number): Git {
  let isLocked = true;
  setTimeout(() => {
    isLocked = false;
  }, ms);
  return async (args, call) => {
    if (args[0] === "update-ref" && isLocked) throw new GitError(args, 128, "x.lock: File exists");
    return git(args, call);
  };
}

async function place() {
  const here = await gitPlace();
  const head = await here.git("rev-parse", "HEAD");
  const git = gitAt({ cwd: here.repository, env: here.env });
  return {
    ...here,
    head,
    run: git,
    held: () => here.git("for-each-ref", "--format=%(refname)", "refs/huddle"),
  };
}

describe("to hold an object", () => {
  test("of which there is none asks git nothing", async () => {
    const git: Git = () => Promise.reject(new Error("git was asked"));
    await holdAll(git, {});
  });

  test("is tried again while another git holds a lock, but not for ever", async () => {
    const { run, head, held } = await place();
    expect(await hold(lockedFor(run, 30), "refs/huddle/s/a", head)).toBe(true);
    expect(await held()).toBe("refs/huddle/s/a");
    const always = failing(run, 99);
    await expect(hold(always.git, "refs/huddle/s/b", head)).rejects.toBeInstanceOf(GitError);
    expect(always.at.writes).toBe(6);
    const otherwise = failing(run, 99, "fatal: something new");
    await expect(hold(otherwise.git, "refs/huddle/s/b", head)).rejects.toThrow("something new");
    expect(otherwise.at.writes).toBe(1);
  });

  test("fails if it is gone, or something that it needs", async () => {
    const { run, head, git, held } = await place();
    expect(await hold(run, "refs/huddle/s/a", "1".repeat(40))).toBe(false);
    expect(await held()).toBe("");
    expect(await hold(run, "refs/huddle/s/a", head, head)).toBe(true);
    const tree = await git("commit-tree", `${head}^{tree}`, "-p", head, "-m", "more");
    expect(await hold(run, "refs/huddle/s/a", tree, head)).toBe(true);
    const lacking =
      (said: string): Git =>
      async (args, call) => {
        if (args[0] === "rev-list") throw new GitError(args, 128, said);
        return run(args, call);
      };
    expect(await hold(lacking("fatal: missing blob object 'x'"), "refs/huddle/s/a", tree, head)).toBe(false);
    await expect(hold(lacking("fatal: new"), "refs/huddle/s/a", tree, head)).rejects.toThrow("fatal: new");
  });

  test("is asked for only where it is not held yet", async () => {
    const { run, head, held } = await place();
    const counted = failing(run, 0);
    const wanted = { "refs/huddle/s/a": head, "refs/huddle/s/b": "", "refs/huddle/s/c": "1".repeat(40) };
    await holdAll(counted.git, wanted);
    expect(await held()).toBe("refs/huddle/s/a");
    expect(counted.at.writes).toBe(2);
    await holdAll(counted.git, { "refs/huddle/s/a": head });
    await holdAll(counted.git, {});
    expect(counted.at.writes).toBe(2);
  });

  test.each(["refs/heads/main", "refs/huddles/x"])("is refused at %s", async (ref) => {
    const { run, head } = await place();
    await expect(hold(run, ref, head)).rejects.toThrow("not a ref of Huddle's own");
  });
});

describe("to let go", () => {
  test("is tried again while another git holds a lock; then a person is told", async () => {
    const { run, head, held } = await place();
    await hold(run, "refs/huddle/s/a", head);
    const always = failing(run, 99);
    await expect(release(always.git, "refs/huddle/s")).rejects.toMatchObject({
      code: "repository.unready",
      message: expect.stringContaining("could not remove refs/huddle/s."),
    });
    expect(always.at.writes).toBe(6);
    const otherwise = failing(run, 99, "fatal: something new");
    await expect(release(otherwise.git, "refs/huddle/s")).rejects.toThrow("something new");
    expect(otherwise.at.writes).toBe(1);
    await release(lockedFor(run, 30), "refs/huddle/s");
    expect(await held()).toBe("");
    const nothing = failing(run, 0);
    await release(nothing.git, "refs/huddle/s");
    expect(nothing.at.writes).toBe(0);
  });

  test("leaves a branch that is checked out", async () => {
    const { run, git } = await place();
    await git("branch", "huddle/s/t1");
    await git("switch", "-qc", "huddle/s/main");
    await release(run, "refs/heads/huddle/s");
    expect(await git("branch", "--format=%(refname)", "--list", "huddle/*")).toBe("refs/heads/huddle/s/main");
  });

  test.each(["refs/heads/main", "refs/heads/huddle/", "refs/huddle"])("is refused at %s", async (prefix) => {
    const { run } = await place();
    await expect(release(run, prefix)).rejects.toThrow("not a ref of Huddle's own");
  });
});
