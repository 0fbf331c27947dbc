import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, gitPlace } from "../../../test/support/git-place.ts";
import { plainEnv } from "../../../test/support/plain.ts";
import { findRepository, gitVersion, readyRepository } from "./find-repository.ts";
import { initRepository, type NewRepository } from "./init-repository.ts";

const pia = { name: "Pia", email: "pia@example.com" };

test("from any folder below, a repository that is ready", async () => {
  const place = await gitPlace({ "a/b/c.txt": "x\n" });
  const found = await findRepository(join(place.repository, "a/b"), place.env);
  expect(found).toEqual({
    top: place.repository,
    commonDir: join(place.repository, ".git"),
    linked: false,
    branch: "main",
    head: await place.git("rev-parse", "HEAD"),
    identity: pia,
  });
  expect(readyRepository(found)).toEqual(found);
});

test("in a worktree that was added, the common folder is the first one's", async () => {
  const place = await gitPlace();
  const path = join(place.root, "line\nbreak 'n' \"quotes\"");
  await place.git("worktree", "add", "-q", "--detach", path);
  const found = await findRepository(path, { ...place.env, GIT_DIR: "/nowhere" });
  expect(found).toMatchObject({ top: path, linked: true, commonDir: join(place.repository, ".git") });
  expect(found?.branch).toBeUndefined();
});

test("the branch, also one whose name a tag has too; none when the head is detached", async () => {
  const { repository, env, git } = await gitPlace();
  await git("tag", "feature/x");
  await git("switch", "-q", "-c", "feature/x");
  expect(await findRepository(repository, env)).toMatchObject({ branch: "feature/x" });
  await git("symbolic-ref", "refs/heads/alias", "refs/heads/feature/x");
  await git("symbolic-ref", "HEAD", "refs/heads/alias");
  expect(await findRepository(repository, env)).toMatchObject({ branch: "feature/x" });
  await git("switch", "-q", "-c", "grün-v1.2");
  expect(await findRepository(repository, env)).toMatchObject({ branch: "grün-v1.2" });
  await git("switch", "-q", "--detach");
  expect(await findRepository(repository, env)).not.toHaveProperty("branch");
});

test("no repository: what to type", async () => {
  const folder = await emptyPlace();
  const found = await findRepository(folder, plainEnv(folder));
  expect(found).toBeUndefined();
  expect(() => readyRepository(found)).toThrow(/git init\n {2}git add -A\n {2}git commit/);
  await expect(findRepository(join(folder, "gone"), plainEnv(folder))).rejects.toMatchObject({
    code: "repository.missing",
  });
});

test("no commit and no identity: what to type; a name in the environment is one", async () => {
  const folder = await emptyPlace();
  const place = await gitPlace();
  await place.gitIn(folder, "init", "-q", "-b", "trunk");
  const found = await findRepository(folder, plainEnv(folder));
  expect(found).toEqual({ top: folder, commonDir: join(folder, ".git"), linked: false, branch: "trunk" });
  expect(() => readyRepository(found)).toThrow(
    /^Before the team can work: git does not know who you are, and the repository has no commit yet. Type:\n {2}git config --global user.name .*\n {2}git config --global user.email .*\n {2}git add -A\n {2}git commit/,
  );
  const named = { ...plainEnv(folder), GIT_AUTHOR_NAME: "Pia", GIT_AUTHOR_EMAIL: "pia@example.com" };
  const known = await findRepository(folder, named);
  expect(known?.identity).toEqual(pia);
  expect(() => readyRepository(known)).toThrow(/the repository has no commit yet. Type:\n {2}git add -A\n/);
});

test("without an identity, only that is asked for", async () => {
  const place = await gitPlace();
  await writeFile(join(place.root, ".gitconfig"), "[user]\n\tname = Pia\n");
  const found = await findRepository(place.repository, place.env);
  expect(found?.identity).toBeUndefined();
  expect(() => readyRepository(found)).toThrow(
    /^Before the team can work: git does not know who you are. Type:\n {2}git config .*\n {2}git config [^\n]*$/,
  );
  for (const blank of [
    { GIT_AUTHOR_EMAIL: " " },
    { GIT_AUTHOR_NAME: " ", GIT_AUTHOR_EMAIL: "p@example.com" },
  ])
    expect((await findRepository(place.repository, { ...place.env, ...blank }))?.identity).toBeUndefined();
});

test("a bare repository and the inside of a git folder have no checkout", async () => {
  const place = await gitPlace();
  const bare = join(place.root, "bare.git");
  await place.git("clone", "-q", "--bare", place.repository, bare);
  for (const folder of [bare, join(place.repository, ".git")]) {
    const found = await findRepository(folder, place.env);
    expect(found).toMatchObject({ commonDir: folder, head: await place.git("rev-parse", "HEAD") });
    expect(found?.top).toBeUndefined();
    expect(() => readyRepository(found)).toThrow(/no checkout here/);
  }
});

test("a damaged .git is an error, not a missing repository", async () => {
  const place = await gitPlace();
  await writeFile(join(place.repository, ".git/config"), "[broken");
  await expect(findRepository(place.repository, place.env)).rejects.toThrow(/bad config/);
});

test("the version of git", async () => {
  const folder = await emptyPlace();
  expect(await gitVersion(folder, plainEnv(folder))).toMatch(/^2\.\d+/);
});

const demo = (folder: string, home: string): NewRepository => ({
  folder,
  branch: "trunk",
  files: { "README.md": "# Demo\n", "src/calc.js": "export {};\n" },
  author: pia,
  when: "2026-01-02T03:04:05.678Z",
  message: "First commit",
  env: plainEnv(home),
});

test("a new repository is ready at once on a machine without identity, and the same every time", async () => {
  const home = await emptyPlace();
  const [one, two] = [join(home, "one"), join(home, "two")];
  const commit = await initRepository(demo(one, home));
  expect(await initRepository(demo(two, home))).toBe(commit);
  const found = readyRepository(await findRepository(one, plainEnv(home)));
  expect(found).toMatchObject({ branch: "trunk", head: commit, identity: pia });
  const place = await gitPlace();
  expect(await place.gitIn(one, "status", "--porcelain")).toBe("");
  expect(await place.gitIn(one, "log", "--format=%an <%ae> %at %s")).toBe(
    "Pia <pia@example.com> 1767323045 First commit",
  );
});

test("begun and killed it is completed; complete it is not touched", async () => {
  const home = await emptyPlace();
  const folder = join(home, "demo");
  await mkdir(folder);
  const place = await gitPlace();
  await place.gitIn(folder, "init", "-q", "-b", "trunk");
  await writeFile(join(folder, "README.md"), "half");
  const commit = await initRepository(demo(folder, home));
  await writeFile(join(folder, "README.md"), "mine now");
  expect(await initRepository(demo(folder, home))).toBe(commit);
  expect(await readFile(join(folder, "README.md"), "utf8")).toBe("mine now");
});
