import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

const readyToShip = keptPlace(async (): Promise<Desk> => {
  const at = await deskHere(miniRehearsal.repository.files);
  await playTo(at, miniRehearsal, "ship");
  return at;
});

test("ship makes a branch of its own and leaves the checkout alone", async () => {
  const at = await readyToShip();
  const before = await at.git("rev-parse", "HEAD");
  await writeFile(join(at.repository, "README.md"), "my own work, not committed\n");

  const { code, stdout } = await at.huddle(["ship"]);

  expect(code).toBe(0);
  expect(stdout).toContain("Shipped as the new branch huddle-twice");
  expect(await at.git("show", "huddle-twice:twice.js")).toBe("export const twice = (n) => n * 2;");
  expect(await at.git("rev-parse", "HEAD")).toBe(before);
  expect(await at.git("status", "--porcelain")).toBe(" M README.md");
  expect(await at.huddle(["ship"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Already shipped as the new branch huddle-twice."),
  });
  expect(await at.huddle(["ship", "--onto", "main", "--yes"])).toMatchObject({ code: 1 });
});

test("a branch that is checked out is moved only after a yes", async () => {
  const at = await readyToShip();
  const before = await at.git("rev-parse", "main");
  const asked = await at.huddle(["ship", "--onto", "main"]);
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain("huddle ship --onto main --yes");
  expect(await at.git("rev-parse", "main")).toBe(before);

  expect(await at.json(["ship", "--onto", "main", "--yes"])).toMatchObject({ kind: "shipped", onto: "main" });
  expect(await at.git("status", "--porcelain")).toBe("");
  expect(await at.git("show", "HEAD:twice.js")).toContain("n * 2");
});

test("a checkout with changes is refused with the command to type, and nothing is recorded", async () => {
  const at = await readyToShip();
  await writeFile(join(at.repository, "README.md"), "mine\n");
  const { code, stderr } = await at.huddle(["ship", "--onto", "main", "--yes"]);
  expect(code).toBe(1);
  expect(stderr).toContain("stash --include-untracked");
  expect(await at.json(["status"])).toMatchObject({ over: null, inbox: [{ kind: "ship" }] });
  const command = /git -C .*stash --include-untracked/.exec(stderr)?.[0] ?? "";
  const { execFileSync } = await import("node:child_process");
  execFileSync("/bin/sh", ["-c", command], { env: at.env });
  expect(await at.huddle(["ship", "--onto", "main", "--yes"])).toMatchObject({ code: 0 });
});

test.each([
  ["a bisect", ["bisect", "start"]],
  ["a merge", ["merge", "--no-ff", "--no-commit", "other"]],
])("10.21: shipping during %s names it", async (operation, args) => {
  const at = await readyToShip();
  await at.git("branch", "other");
  await at.git(
    "-c",
    "user.name=p",
    "-c",
    "user.email=p@example.com",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "x",
  );
  await at.git(
    "update-ref",
    "refs/heads/other",
    await at.git("commit-tree", "HEAD~1^{tree}", "-p", "HEAD~1", "-m", "y"),
  );
  await at.git(...args);
  const { code, stderr } = await at.huddle(["ship", "--onto", "main", "--yes"]);
  expect(code).toBe(1);
  expect(stderr).toContain(`At ${at.repository}, where main is checked out, ${operation} is under way.`);
  expect(stderr).toContain("Finish or abort it first");
});

test.each<[operation: string, start: readonly (readonly string[])[]]>([
  ["a rebase", [["rebase", "other"]]],
  ["a merge", [["merge", "other"]]],
  ["a cherry-pick", [["cherry-pick", "other"]]],
  ["a revert", [["revert", "--no-edit", "HEAD~1"]]],
  ["a bisect", [["bisect", "start"]]],
])("10.21: shipping during %s in a linked worktree names it and its place", async (operation, start) => {
  const at = await readyToShip();
  const linked = join(at.root, "linked 'one'");
  const there = (...args: readonly string[]) =>
    at.gitIn(linked, "-c", "user.name=p", "-c", "user.email=p@example.com", ...args);
  await at.git("worktree", "add", "-q", "-b", "topic", linked);
  const commit = async (text: string) => {
    await writeFile(join(linked, "mine.txt"), text);
    await there("add", "-A");
    await there("commit", "-q", "-m", text);
  };
  await commit("one\n");
  await there("branch", "other");
  await commit("two\n");
  await there("switch", "-q", "other");
  await commit("three\n");
  await there("switch", "-q", "topic");
  await commit("four\n");
  for (const args of start) await there(...args).catch(() => {}); // they stop at a conflict
  for (const cwd of [at.repository, linked]) {
    const { code, stderr } = await at.huddle(["ship", "--onto", "topic", "--yes"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`At ${linked}, where topic is checked out, ${operation} is under way.`);
  }
});

test("a branch that nobody has checked out is moved without asking, also from a linked worktree", async () => {
  const at = await readyToShip();
  const linked = join(at.root, "linked 'one'");
  await at.git("branch", "release");
  await at.git("worktree", "add", "-q", "--detach", linked);
  expect(await at.json(["ship", "--onto", "release"], { cwd: linked })).toMatchObject({
    kind: "shipped",
    onto: "release",
  });
  expect(await at.git("show", "release:twice.js")).toContain("n * 2");
});

test("a target that moved on is merged and checked; one that conflicts is refused and can be shipped elsewhere", async () => {
  const at = await readyToShip();
  await at.commit({ "twice.js": "export const twice = () => 0;\n" });
  const stuck = await at.huddle(["ship", "--onto", "main", "--yes"]);
  expect(stuck.code).toBe(1);
  expect(stuck.stdout).toContain("conflicts in twice.js");
  expect(await at.huddle(["ship"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Shipped as the new branch huddle-twice"),
  });
});

test("what would break the checks of its target is not shipped", async () => {
  const at = await readyToShip();
  await at.commit({ "red.test.js": 'throw new Error("red");\n' });
  const { code, stdout } = await at.huddle(["ship", "--onto", "main", "--yes"]);
  expect(stdout).toContain("the checks fail");
  expect(code).toBe(5);
  expect(await at.git("ls-tree", "--name-only", "main")).not.toContain("twice.js");
});

test("nothing to ship, and names that are none", async () => {
  const at = await deskHere();
  await at.huddle(["new", "It"]);
  expect(await at.huddle(["ship"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("nothing to ship yet"),
  });
  expect(await at.huddle(["ship", "--onto", "a..b"])).toMatchObject({ code: 2 });
});

test("before it ships, it says what meets each requirement; the trace leads from there to the commit", async () => {
  const at = await readyToShip();
  const { stdout } = await at.huddle(["ship"]);
  expect(stdout).toMatch(
    /What was asked for, and what there is:\n {2}✓ r1 {2}.+\n {8}t1 landed at [0-9a-f]{12}; .+/,
  );
  const trace = await at.json(["show", "trace", "t1"]);
  expect(trace).toMatchObject({
    about: "t1",
    tasks: [{ id: "t1", isDone: true }],
    requirements: [{ id: "r1" }],
  });
  const [commit = ""] = (trace as { tasks: { commits: string[] }[] }).tasks[0]?.commits ?? [];
  expect(await at.json(["show", "trace", commit.slice(0, 8)])).toMatchObject({ tasks: [{ id: "t1" }] });
  expect(await at.huddle(["show", "trace", "r77"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Nothing in the trace is called r77. There are r1"),
  });
  expect(await at.huddle(["show", "scope", "r1"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("huddle show trace r1"),
  });
});
