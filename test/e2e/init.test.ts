import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace } from "../support/git-place.ts";
import { type Desk, desk, runHuddle } from "../support/huddle.ts";
import { plainEnv } from "../support/plain.ts";

const teamFile = ".huddle/team.json";

async function teamOf(folder: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, teamFile), "utf8"));
}

describe("init writes one file", () => {
  test("and nothing else: the index, the branch and the log of git are as they were", async () => {
    const at = await desk();
    await writeFile(join(at.repository, "staged.txt"), "staged\n");
    await at.git("add", "staged.txt");
    await writeFile(join(at.repository, "staged.txt"), "staged, then changed\n");
    const before = [await at.git("write-tree"), await at.git("rev-parse", "HEAD")];

    const { code, stdout } = await at.huddle(["init"]);

    expect(code).toBe(0);
    expect([await at.git("write-tree"), await at.git("rev-parse", "HEAD")]).toEqual(before);
    expect(await at.git("status", "--porcelain")).toBe("AM staged.txt\n?? .huddle/");
    expect(stdout).toContain("Nothing was committed.");
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^Next: huddle model /);
  });

  test.each<[name: string, make: (at: Desk) => Promise<unknown>, below: string]>([
    ["on a branch called master", (at) => at.git("branch", "-m", "master"), "."],
    ["with a detached head", (at) => at.git("checkout", "-q", "--detach"), "."],
    [
      "from a folder far below",
      (at) => mkdir(join(at.repository, "it's/a b/c"), { recursive: true }),
      "it's/a b/c",
    ],
  ])("%s", async (_name, make, below) => {
    const at = await desk();
    await make(at);
    const { code } = await at.huddle(["init"], { cwd: join(at.repository, below) });
    expect(code).toBe(0);
    expect(await teamOf(at.repository)).toHaveProperty("team.engineers");
  });

  test("in a linked worktree, in that worktree", async () => {
    const at = await desk();
    const linked = join(at.root, 'linked "one"');
    await at.git("worktree", "add", "-q", linked, "-b", "other");
    expect((await at.huddle(["init"], { cwd: linked })).code).toBe(0);
    expect(await teamOf(linked)).toHaveProperty("team.coach", true);
    await expect(stat(join(at.repository, ".huddle"))).rejects.toThrow();
  });

  test("before the first commit, and says that one is needed", async () => {
    const root = await emptyPlace();
    const at = { env: plainEnv(root), cwd: root };
    await expect(runHuddle(["init"], at)).resolves.toMatchObject({ code: 1 });
    const { execFileSync } = await import("node:child_process");
    execFileSync("git", ["init", "-q", "-b", "odd/branch"], { cwd: root, env: at.env });

    const nobody = await runHuddle(["init"], at);
    expect(nobody).toMatchObject({ code: 0 });
    expect(nobody.stdout).toContain("git config --global user.name");

    await writeFile(join(root, ".gitconfig"), "[user]\n\tname = Pia\n\temail = pia@example.com\n");
    expect((await runHuddle(["init"], at)).stdout).toContain('git commit -m "First commit"');
    const refused = await runHuddle(["new", "x"], at);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('git commit --allow-empty -m "First commit"');
  });
});

test("init in no repository says what to type", async () => {
  const root = await emptyPlace();
  const { code, stderr, stdout } = await runHuddle(["init"], { cwd: root, env: plainEnv(root) });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("git init");
});

test("init detects checks and says why", async () => {
  const scripts = { test: "node --test", lint: "eslint ." };
  const at = await desk({ "package.json": JSON.stringify({ scripts, devDependencies: { eslint: "1" } }) });
  const { stdout } = await at.huddle(["init"]);
  expect(stdout).toContain('checks: npm test, because package.json has a script "test"');
  expect(await teamOf(at.repository)).toMatchObject({
    checks: {
      quick: [{ run: "npm test" }],
      full: [{ run: "npm run lint" }, { run: "npm test" }],
    },
    setup: { run: "npm install --no-package-lock" },
  });
});

test("init does not count a lock file that git ignores, and counts one that is new", async () => {
  const about = JSON.stringify({ scripts: { test: "node --test" }, devDependencies: { eslint: "1" } });
  const at = await desk({ "package.json": about, ".gitignore": "package-lock.json\n" });
  await writeFile(join(at.repository, "package-lock.json"), "{}\n");
  expect((await at.huddle(["init"])).stdout).toContain("npm install --no-package-lock");
  await rm(join(at.repository, teamFile));
  await writeFile(join(at.repository, ".gitignore"), "");
  expect((await at.huddle(["init"])).stdout).toContain("npm ci");
});

test("init run again keeps what was edited and says what differs", async () => {
  const at = await desk({ Makefile: "test:\n\ttrue\n" });
  await at.huddle(["init"]);
  const again = await at.huddle(["init"]);
  expect(again.stdout).toContain("Nothing would be changed.");

  const edited = JSON.stringify({ checks: { full: [{ run: "make ci" }] } });
  await writeFile(join(at.repository, teamFile), edited);
  const differs = await at.huddle(["init"]);
  expect(differs.code).toBe(0);
  expect(differs.stdout).toContain("make ci");
  expect(differs.stdout).toContain("make test");
  expect(await readFile(join(at.repository, teamFile), "utf8")).toBe(edited);
});

test("a team file that is wrong is named with line, field and what is allowed", async () => {
  const at = await desk();
  await mkdir(join(at.repository, ".huddle"));
  await writeFile(join(at.repository, teamFile), '{\n  "pace": "fast",\n  "chekcs": {}\n}\n');
  for (const args of [["init"], ["new", "x"]]) {
    const { code, stderr } = await at.huddle(args);
    expect(code).toBe(1);
    expect(stderr).toContain("team.json");
    expect(stderr).toMatch(/line 2, pace: must be "careful", "normal" or "auto", not "fast"/);
    expect(stderr).toMatch(/line 3, chekcs: .*checks/);
  }
  await writeFile(join(at.repository, teamFile), '{\n  "pace": "normal",\n}\n');
  expect((await at.huddle(["new", "x"])).stderr).toMatch(/team\.json, line 3, column 1: this is not JSON/);
});
