import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { opened } from "../../../test/support/opened-worktree.ts";
import { guardPath } from "./guard/guard-path.ts";
import { readText } from "./read-text.ts";

const denial = (reason: RegExp) => ({ kind: "denied", reason: expect.stringMatching(reason) });

test("a worktree that is not there is undefined", async () => {
  const place = await gitPlace();
  await mkdir(join(place.folder, "empty"), { recursive: true });
  expect(await place.open().worktree("gone", noAbort)).toBeUndefined();
  expect(await place.open().worktree("empty", noAbort)).toBeUndefined();
  await writeFile(join(place.folder, "file"), "");
  expect(await place.open().worktree("file", noAbort)).toBeUndefined();
});

test("a worktree goes by its name, also where an older log holds its path, here or on another machine", async () => {
  const { folder, open } = await opened();
  for (const name of ["t1.1", join(folder, "t1.1"), "/home/someone/elsewhere/t1.1"])
    expect(await (await open(name))?.readText("src/a.ts")).toEqual({ kind: "text", text: "a\n" });
  expect(await open("/home/someone/elsewhere/t2.1")).toBeUndefined();
});

test("files are read whole, written by rename, removed, and all of it twice", async () => {
  const { tree, path, folder } = await opened();
  expect(await tree.readText("src/a.ts")).toEqual({ kind: "text", text: "a\n" });
  expect(await tree.readText("./src//a.ts")).toEqual({ kind: "text", text: "a\n" });
  expect(await tree.readText("src/none.ts")).toEqual({ kind: "none" });
  expect(await tree.readText("src/a.ts/below")).toEqual(denial(/is a file, not a folder/));
  for (let twice = 0; twice < 2; twice += 1) {
    expect(await tree.mayWrite("new/deep/b.ts")).toBeUndefined();
    expect(await tree.write("new/deep/b.ts", "\ufeffü\r\n")).toBeUndefined();
    expect(await tree.readText("new/deep/b.ts")).toEqual({ kind: "text", text: "\ufeffü\r\n" });
  }
  for (let twice = 0; twice < 2; twice += 1) expect(await tree.write("src/a.ts", undefined)).toBeUndefined();
  expect(await tree.readText("src/a.ts")).toEqual({ kind: "none" });
  expect(await tree.write("empty.txt", "")).toBeUndefined();
  expect(await tree.readText("empty.txt")).toEqual({ kind: "text", text: "" });
  expect(await readdir(path)).toEqual([".git", "empty.txt", "new"]);
  expect(await readdir(join(folder, "tmp.1"))).toEqual([]);
});

test("temporary files stand beside the worktree, and each deed is a point", async () => {
  const seen: string[] = [];
  const inTree: string[][] = [];
  let at = "";
  const { tree, path } = await opened({}, async (place) => {
    seen.push(place);
    inTree.push(at === "" ? [] : await readdir(join(at, "src")));
  });
  at = path;
  await tree.mayWrite("src/b.ts"); // asks git once for the submodules
  seen.length = 0;
  inTree.length = 0;
  await tree.write("src/b.ts", "b\n");
  await tree.write("src/b.ts", undefined);
  expect(seen).toEqual([
    "write before",
    "write after",
    "rename before",
    "rename after",
    "remove before",
    "remove after",
  ]);
  expect(inTree).toEqual([["a.ts"], ["a.ts"], ["a.ts"], ["a.ts", "b.ts"], ["a.ts", "b.ts"], ["a.ts"]]);
});

test("modes are kept, hard links are replaced and not written through", async () => {
  const { tree, path, root } = await opened();
  await chmod(join(path, "src/a.ts"), 0o755);
  await tree.write("src/a.ts", "changed\n");
  expect((await stat(join(path, "src/a.ts"))).mode & 0o777).toBe(0o755);
  const outside = join(root, "outside.txt");
  await writeFile(outside, "precious");
  await link(outside, join(path, "hard.txt"));
  expect(await tree.write("hard.txt", "mine")).toBeUndefined();
  expect(await readFile(outside, "utf8")).toBe("precious");
  expect(await readFile(join(path, "hard.txt"), "utf8")).toBe("mine");
});

test("folders are listed in order; what nobody may read is not shown", async () => {
  const { tree } = await opened({ "b/x": "1", ".env": "K=1", ".env.example": "K=", "deploy.pem": "x" });
  expect(await tree.list(".")).toEqual([".env.example", "b/", "src/"]);
  expect(await tree.list("")).toEqual(await tree.list("./"));
  expect(await tree.list("src")).toEqual(["a.ts"]);
  expect(await tree.list("none")).toEqual(denial(/no folder/));
  expect(await tree.list("src/a.ts")).toEqual(denial(/is a file/));
  expect(await tree.readText("src")).toEqual(denial(/is a folder/));
  expect(await tree.write("src", "x")).toEqual(denial(/is a folder/));
  expect(await tree.write("src", undefined)).toEqual(denial(/is a folder/));
  expect(await tree.mayWrite(".")).toEqual(denial(/is a folder/));
});

test("large and binary files are named as such", async () => {
  const { tree, path } = await opened();
  await writeFile(join(path, "fits.txt"), "x".repeat(1024 * 1024));
  await writeFile(join(path, "large.txt"), "x".repeat(1024 * 1024 + 1));
  await writeFile(join(path, "huge.bin"), "");
  await truncate(join(path, "huge.bin"), 10 * 1024 ** 3);
  await writeFile(join(path, "image.png"), Buffer.from([0x89, 0x50, 0, 1]));
  await writeFile(join(path, "latin.txt"), Buffer.from([0x66, 0xfc, 0x72]));
  expect(await tree.readText("fits.txt")).toMatchObject({ kind: "text" });
  expect(await tree.readText("large.txt")).toEqual(denial(/1048577 bytes/));
  expect(await tree.readText("huge.bin")).toEqual(denial(/bytes/));
  expect(await tree.readText("image.png")).toEqual(denial(/binary/));
  expect(await tree.readText("latin.txt")).toEqual(denial(/not UTF-8/));
});

test.each([
  [1024 ** 2 + 1, "1048577"],
  [3 * 1024 ** 2, "3145728"],
  [10 * 1024 ** 3, "10737418240"],
])("10.41: a file of %i bytes is too large, and its own size is told", async (size, told) => {
  const { tree, path } = await opened({ "large.bin": "" });
  await truncate(join(path, "large.bin"), size);
  expect(await tree.readText("large.bin")).toEqual(denial(new RegExp(`^large.bin has ${told} bytes`)));
});

test("10.41: a link to the root of the project, or into it, is followed, and nothing is written in its place", async () => {
  const { tree, path } = await opened({ "b/x": "1" });
  await symlink(".", join(path, "self"));
  await symlink("b", join(path, "other"));
  expect(await tree.list("self/b")).toEqual(["x"]);
  expect(await tree.readText("self/b/x")).toMatchObject({ kind: "text", text: "1" });
  expect(await tree.write("self", "x")).toEqual(denial(/^self is a link to the root\. Use that path/));
  expect(await tree.write("other", "x")).toEqual(denial(/^other is a link to b\. Use that path/));
});

const outOfBounds: readonly string[] = [
  ...["/etc/passwd", "//etc/passwd", "\\\\host\\share", "C:\\Windows\\x", "c:/x"],
  ...["../x", "src/../../x", "src/..", "..", "a/../b", "..\\x", "src\\..\\..\\x"],
  ...["a\0b", "src/a.ts\0.png", `${"x".repeat(300)}`, `ü${"/x".repeat(1200)}`],
  ...[".git", ".git/config", ".git/hooks/pre-commit", ".GIT/config", ".Git", "sub/.git/hooks/x", "src/.giT"],
  ...[
    ".git./config",
    ".git /config",
    ".g\u200cit/config",
    "\ufeff.git",
    "git~1/config",
    "GIT~1",
    ".git::$INDEX_ALLOCATION/x",
  ],
  ...[".huddle/team.json", ".HUDDLE/x", "sub/.huddle/x"],
  ...[
    ".env",
    ".ENV",
    ".env.local",
    ".env.production.local",
    "app/.env",
    ".envrc",
    "prod.env",
    "server.pem",
    "tls.KEY",
  ],
  ...[
    "id_rsa",
    "keys/id_ed25519",
    "id_rsa.bak",
    ".npmrc",
    ".netrc",
    ".pypirc",
    ".git-credentials",
    ".ssh/config",
  ],
  ...[".aws/credentials", "secrets.yaml", "store.p12", "release.keystore", ".pgpass", "credentials.json"],
];

test.each(outOfBounds)("neither read nor written: %j", async (bad) => {
  const { tree, path } = await opened();
  const before = await readdir(path, { recursive: true });
  const denied = { kind: "denied", reason: expect.stringMatching(/\w{3}.*[.?]$/) };
  expect(await tree.readText(bad)).toEqual(denied);
  expect(await tree.write(bad, "x")).toEqual(denied);
  expect(await tree.write(bad, undefined)).toEqual(denied);
  expect(await tree.mayWrite(bad)).toEqual(denied);
  expect(await tree.list(bad)).toEqual(denied);
  expect(await readdir(path, { recursive: true })).toEqual(before);
});

test.each([
  ...[
    ".gitignore",
    ".gitattributes",
    ".github/CODEOWNERS",
    "git/x",
    ".env.example",
    "environment.ts",
    "a..b",
    "...",
    "...",
  ],
  ...[
    "keys.ts",
    "src/secrets.ts",
    "id_rsa.pub",
    "monkey.key.ts",
    "a:b.txt",
    "new\nline",
    "--force",
    "~/x",
    "ünï 😀",
  ],
])("ordinary, though it looks odd: %j", async (fine) => {
  const { tree } = await opened();
  expect(await tree.write(fine, "x\n")).toBeUndefined();
  expect(await tree.readText(fine)).toEqual({ kind: "text", text: "x\n" });
});

test("links that stay inside may be read through, and are not written through", async () => {
  const { tree, path } = await opened({ "src/deep/b.ts": "b\n" });
  await symlink("src", join(path, "alias"));
  await symlink("../src/a.ts", join(path, "src/self.ts"));
  expect(await tree.readText("alias/deep/b.ts")).toEqual({ kind: "text", text: "b\n" });
  expect(await tree.readText("src/self.ts")).toEqual({ kind: "text", text: "a\n" });
  expect(await tree.list("alias")).toEqual(await tree.list("src"));
  expect(await tree.write("alias/a.ts", "x")).toEqual(denial(/alias is a link to src\. Use that path/));
  expect(await tree.write("alias/new.ts", "x")).toEqual(denial(/alias is a link to src/));
  expect(await tree.write("src/self.ts", "x")).toEqual(denial(/link to src\/a\.ts/));
  expect(await tree.write("alias/a.ts", undefined)).toEqual(denial(/alias is a link to src/));
  expect(await tree.write("src/self.ts", undefined)).toBeUndefined();
  expect(existsSync(join(path, "src/self.ts"))).toBe(false);
  expect(await readFile(join(path, "src/a.ts"), "utf8")).toBe("a\n");
});

test.each(["t1.10", "t1.1x", "t1.1 2", "t1.1.old"])(
  "10.41: a link to the sibling folder %s, whose name begins like the worktree's, leads outside",
  async (sibling) => {
    const { tree, path, folder } = await opened();
    await writeFiles(join(folder, sibling), { "secret.txt": "precious" });
    await symlink(join("..", sibling), join(path, "near"));
    await symlink(join(folder, sibling, "secret.txt"), join(path, "near.txt"));
    const outside = denial(/leads out of the project/);
    expect(await tree.readText("near/secret.txt")).toEqual(outside);
    expect(await tree.readText("near.txt")).toEqual(outside);
    expect(await tree.list("near")).toEqual(outside);
    expect(await tree.write("near/secret.txt", "x")).toEqual(outside);
    expect(await tree.write("near.txt", "x")).toEqual(outside);
    expect(await tree.write("near/secret.txt", undefined)).toEqual(outside);
    for (const link of ["near", "near.txt"]) expect(await tree.write(link, undefined)).toBeUndefined();
    expect(await readFile(join(folder, sibling, "secret.txt"), "utf8")).toBe("precious");
  },
);

test("links that lead outside, to git, to secrets, nowhere or in a circle lead nowhere", async () => {
  const { tree, path, root } = await opened({ ".env": "KEY=1\n" });
  await writeFiles(root, { "outside/secret.txt": "precious" });
  const links: Readonly<Record<string, string>> = {
    out: join(root, "outside"),
    "up.txt": "../../outside/secret.txt",
    abs: "/",
    proc: "/proc/self/root",
    dotgit: ".git",
    env: ".env",
    dangling: "src/none",
    newborn: join(root, "outside/new.txt"),
    circle: "circle",
    parent: "..",
    chain: "out",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(path, name));
  const through = ["out/secret.txt", "abs/etc/passwd", "chain/secret.txt", "parent/x", "proc/etc"];
  for (const name of [...Object.keys(links), ...through]) {
    expect(await tree.readText(name), name).toMatchObject({ kind: "denied" });
    expect(await tree.write(name, "x"), name).toMatchObject({ kind: "denied" });
    if (through.includes(name))
      expect(await tree.write(name, undefined), name).toMatchObject({ kind: "denied" });
    expect(await tree.list(name), name).toMatchObject({ kind: "denied" });
  }
  // Each can be removed itself.
  for (const [name, target] of Object.entries(links)) {
    expect(await tree.look(name)).toEqual({ kind: "link", target });
    expect(await tree.write(name, undefined), name).toBeUndefined();
  }
  expect((await readdir(path)).sort()).toEqual([".env", ".git", "src"]);
  expect(await readFile(join(root, "outside/secret.txt"), "utf8")).toBe("precious");
  expect(existsSync(join(root, "outside/new.txt"))).toBe(false);
});

test("FIFOs, sockets and devices are left alone, and nothing hangs", async () => {
  const { tree, path } = await opened();
  execFileSync("mkfifo", [join(path, "pipe")]);
  await symlink("pipe", join(path, "to-pipe"));
  for (const name of ["pipe", "to-pipe", "pipe/x"]) {
    expect(await tree.readText(name)).toMatchObject({ kind: "denied" });
    expect(await tree.write(name, "x")).toMatchObject({ kind: "denied" });
    expect(await tree.mayWrite(name)).toMatchObject({ kind: "denied" });
  }
  await symlink("/dev/zero", join(path, "zero"));
  expect(await tree.readText("zero")).toMatchObject({ kind: "denied" });
  await rm(join(path, "to-pipe"));
});

test("a link that is swapped in after the guard looked is noticed", async () => {
  const { path, root } = await opened();
  await writeFiles(root, { "outside/a.ts": "precious" });
  const place = guardPath(path, "src/a.ts", "read");
  if (place.kind === "denied") throw new Error(place.reason);
  expect(readText(place)).toEqual({ kind: "text", text: "a\n" });
  await rm(join(path, "src/a.ts"));
  await symlink(join(root, "outside/a.ts"), join(path, "src/a.ts"));
  expect(readText(place)).toEqual(denial(/changed while it was read/));
  await rm(join(path, "src"), { recursive: true });
  await symlink(join(root, "outside"), join(path, "src"));
  expect(readText(place)).toEqual(denial(/changed while it was read/));
  await rm(join(path, "src"));
  expect(readText(place)).toEqual({ kind: "none" });
});
