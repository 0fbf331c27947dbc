import { existsSync } from "node:fs";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { hostileNames, treeWithHostileNames } from "../../../test/support/hostile-names.ts";
import type { Files } from "../../core/ports/files.ts";
import { gitAt } from "../git/run-git.ts";

const denial = (reason: RegExp) => ({ kind: "denied", reason: expect.stringMatching(reason) });
const treeOf = (place: GitPlace, commit: string, signal = noAbort): Files =>
  place.open().tree(commit, signal);
const head = (place: GitPlace) => place.git("rev-parse", "HEAD");

/** Read together, these are what each of them is alone. */
async function sameTogether(place: GitPlace, commit: string, paths: readonly string[]): Promise<void> {
  const files = treeOf(place, commit);
  const alone = await Promise.all(paths.map((path) => files.readText(path)));
  expect(await place.open().texts(commit, paths, noAbort)).toEqual(alone);
}

/** The places where something was found, and the words where nothing could be. */
async function lines(files: Files, pattern: string, folder?: string, max = 50): Promise<readonly string[]> {
  const found = await files.search(pattern, { max, ...(folder !== undefined && { folder }) });
  if (found.kind === "denied") return [found.reason];
  return found.matches.map(({ path, line, text }) => `${path}:${line}: ${text}`);
}

test("a commit is read as it was, whatever the checkout looks like now", async () => {
  const place = await gitPlace({ "a.txt": "old a\n", "src/b.ts": "one\r\ntwo old\n" });
  const files = treeOf(place, await head(place));
  await place.commit({ "a.txt": "new a\n", "src/c.ts": "new\n" });
  await writeFiles(place.repository, { "a.txt": "dirty\n", "d.txt": "dirty\n" });
  expect(await files.readText("a.txt")).toEqual({ kind: "text", text: "old a\n" });
  expect(await files.readText("./src//b.ts")).toEqual({ kind: "text", text: "one\r\ntwo old\n" });
  expect(await files.readText("src/c.ts")).toEqual({ kind: "none" });
  expect(await files.readText("d.txt")).toEqual({ kind: "none" });
  expect(await files.list(".")).toEqual(["a.txt", "src/"]);
  expect(await files.list("src/")).toEqual(["b.ts"]);
  expect(await lines(files, "old|new|dirty|one")).toEqual([
    "a.txt:1: old a",
    "src/b.ts:1: one",
    "src/b.ts:2: two old",
  ]);
});

test("what is not there and what is something else is said in words for the model", async () => {
  const place = await gitPlace({ "a.txt": "a\n", "src/b.ts": "b\n" });
  const files = treeOf(place, await head(place));
  expect(await files.readText("src")).toEqual(denial(/src is a folder. List it/));
  expect(await files.readText("a.txt/b")).toEqual(denial(/a.txt is a file, not a folder/));
  expect(await files.readText("x/".repeat(900))).toEqual({ kind: "none" });
  expect(await files.list("a.txt")).toEqual(denial(/is a file. Read it/));
  expect(await files.list("none")).toEqual(denial(/no folder none/));
  expect(await files.search("a", { folder: "none", max: 5 })).toEqual(denial(/no file or folder none/));
  for (const path of ["/etc/passwd", "../x", "a/../b", "a\0b", "C:\\x", "x".repeat(300)]) {
    expect(await files.readText(path)).toEqual(denial(/./));
    expect(await files.list(path)).toEqual(denial(/./));
    expect(await files.search("a", { folder: path, max: 5 })).toEqual(denial(/./));
  }
});

test("secrets and what belongs to Huddle are not read, listed or found, also below other folders", async () => {
  const secrets = [
    ".env",
    "deploy/.env.local",
    "keys/server.pem",
    ".ssh/config",
    ".huddle/team.json",
    ".npmrc",
  ];
  const all = Object.fromEntries(secrets.map((path) => [path, "TOKEN=1\n"]));
  const place = await gitPlace({ ...all, "deploy/run.sh": "TOKEN=2\n", ".env.example": "TOKEN=\n" });
  const files = treeOf(place, await head(place));
  for (const path of [...secrets, ".git/config", "deploy/.GIT/x"])
    expect(await files.readText(path)).toEqual(denial(/secrets|Huddle's own|belongs to git/));
  expect(await files.list(".")).toEqual([".env.example", "deploy/", "keys/"]);
  expect(await files.list("deploy")).toEqual(["run.sh"]);
  expect(await files.list("keys")).toEqual([]);
  expect(await files.list(".ssh")).toEqual(denial(/secrets/));
  expect(await lines(files, "TOKEN")).toEqual([".env.example:1: TOKEN=", "deploy/run.sh:1: TOKEN=2"]);
  expect(await files.search("TOKEN", { folder: ".huddle", max: 5 })).toEqual(denial(/Huddle's own/));
});

test("links are followed while they stay inside, and searched where they lead", async () => {
  const place = await gitPlace({ "src/deep/a.ts": "here\n", ".env": "here\n" });
  const links: Readonly<Record<string, string>> = {
    "inside.ts": "src/deep/a.ts",
    "src/up.ts": "../src/./deep//a.ts",
    folder: "src/deep",
    chain: "folder",
    "secret.txt": ".env",
    outside: "../../etc/passwd",
    absolute: "/etc/passwd",
    dangling: "src/none.ts",
    loop: "loop",
    ping: "pong",
    pong: "ping",
    git: ".git/config",
  };
  for (const [path, target] of Object.entries(links)) await symlink(target, join(place.repository, path));
  const commit = await place.commit({});
  await sameTogether(place, commit, ["src/deep/a.ts", ...Object.keys(links), "src/deep/a.ts", "none"]);
  const files = treeOf(place, commit);
  for (const path of ["inside.ts", "src/up.ts", "folder/a.ts", "chain/a.ts"])
    expect(await files.readText(path)).toEqual({ kind: "text", text: "here\n" });
  expect(await files.list("chain")).toEqual(["a.ts"]);
  expect(await files.readText("secret.txt")).toEqual(denial(/secrets/));
  expect(await files.readText("git")).toEqual(denial(/belongs to git/));
  expect(await files.readText("outside")).toEqual(denial(/out of the project/));
  expect(await files.readText("absolute")).toEqual(denial(/out of the project/));
  for (const path of ["dangling", "loop", "ping", "folder/none"])
    expect(await files.readText(path)).toEqual(denial(/leads nowhere/));
  expect(await lines(files, "here")).toEqual(["src/deep/a.ts:1: here"]);
  expect(await lines(files, "here", "chain")).toEqual(["src/deep/a.ts:1: here"]);
});

test("large, binary and foreign files are named as such, and a submodule is no folder of ours", async () => {
  const place = await gitPlace({
    "large.txt": "x".repeat(1024 * 1024 + 1),
    "fits.txt": "x".repeat(1024 * 1024),
  });
  await writeFile(join(place.repository, "image.png"), Buffer.from("found\0found\n"));
  await writeFile(join(place.repository, "latin.txt"), Buffer.from([0x66, 0xfc, 0x72, 0x0a]));
  await place.git("add", "-A");
  await place.git("update-index", "--add", "--cacheinfo", `160000,${await head(place)},vendor/lib`);
  await place.git("commit", "-qm", "more");
  const files = treeOf(place, await head(place));
  expect(await files.readText("large.txt")).toEqual(denial(/1048577 bytes/));
  expect(await files.readText("fits.txt")).toMatchObject({ kind: "text" });
  expect(await files.readText("image.png")).toEqual(denial(/binary/));
  expect(await files.readText("latin.txt")).toEqual(denial(/not UTF-8/));
  const all = ["large.txt", "fits.txt", "image.png", "latin.txt", "vendor/lib/x.c", ".", "vendor"];
  await sameTogether(place, await head(place), all);
  expect(await files.list("vendor")).toEqual(["lib/"]);
  expect(await files.readText("vendor/lib/x.c")).toEqual(denial(/submodule/));
  expect(await files.list("vendor/lib")).toEqual(denial(/submodule/));
  expect(await lines(files, "found|^f.r$")).toEqual(["latin.txt:1: f\ufffdr"]);
});

test("hostile names are listed and read, and what is found under them is told apart", async () => {
  const place = await gitPlace();
  const tree = await treeWithHostileNames(gitAt({ cwd: place.repository, env: place.env }));
  const files = treeOf(place, await place.git("commit-tree", tree, "-m", "hostile"));
  const names = hostileNames.map((name) => name.toString("utf8"));
  expect(await files.list(".")).toEqual([...names].sort());
  for (const name of names.filter((one) => !one.includes("\ufffd")))
    expect(await files.readText(name), name).toEqual({ kind: "text", text: "x\n" });
  // Bytes that are no text cannot be written down in a call.
  expect(await files.readText("bad\ufffd\ufffd")).toEqual({ kind: "none" });
  const found = await files.search("^x$", { max: 50 });
  expect(found).toMatchObject({ kind: "found", more: false });
  expect(found.kind === "found" && found.matches.map(({ path }) => path).sort()).toEqual([...names].sort());
  expect(await lines(files, "x", "--force")).toEqual(["--force:1: x"]);
  expect(await lines(files, "x", ":(top)magic")).toEqual([":(top)magic:1: x"]);
});

test("a path in other capitals is told, in a worktree and in a commit", async () => {
  const place = await gitPlace({ "Docs/Read.me": "x\n", ".gitignore": "*.log\n" });
  const commit = await head(place);
  const name = await place.open().addWorktree("t1", commit, undefined, noAbort);
  const worktree = await place.open().worktree(name, noAbort);
  await writeFile(join(place.folder, name, "made.log"), "x");
  await writeFile(join(place.folder, name, "made.txt"), "x");
  for (const files of [treeOf(place, commit), worktree]) {
    expect(await files?.readText("docs/read.ME")).toEqual({ kind: "none", like: "Docs/Read.me" });
    expect(await files?.readText("docs/none")).toEqual({ kind: "none" });
    expect(await files?.readText("Docs/Read.me/x")).toEqual(denial(/is a file/));
  }
  expect(await worktree?.match("made.*")).toEqual(["made.txt"]);
});

test("a commit that is not there denies everything", async () => {
  const place = await gitPlace();
  const blob = await place.git("rev-parse", "HEAD:a.txt");
  for (const commit of ["0".repeat(40), "1".repeat(40), blob, "main", "--all", ""]) {
    const files = treeOf(place, commit);
    expect(await files.readText("a.txt"), commit).toEqual(denial(/not in this repository/));
    expect(await files.list("."), commit).toEqual(denial(/not in this repository/));
    expect(await place.open().texts(commit, ["a.txt"], noAbort), commit).toEqual([denial(/not in this/)]);
    expect(await files.match("*"), commit).toEqual(denial(/not in this repository/));
    if (commit !== blob)
      expect(await files.search("a", { max: 5 }), commit).toEqual(denial(/not in this repository/));
  }
});

describe("a search", () => {
  test("takes expressions, and takes what is none as plain text", async () => {
    const text = "call(1)\n--flag v12\nif (a[0]) {\nCall\n\\d\n";
    const place = await gitPlace({ "a.js": text, "b.js": "call(2)\n" });
    const files = treeOf(place, await head(place));
    expect(await lines(files, "call\\([0-9]\\)")).toEqual(["a.js:1: call(1)", "b.js:1: call(2)"]);
    expect(await lines(files, "^--flag")).toEqual(["a.js:2: --flag v12"]);
    expect(await lines(files, "v\\d+$")).toEqual(["a.js:2: --flag v12"]);
    expect(await lines(files, "[\\d]\\]")).toEqual(["a.js:3: if (a[0]) {"]);
    expect(await lines(files, "nowhere")).toEqual([]);
    expect(await files.search("call(", { max: 5 })).toMatchObject({
      literal: true,
      matches: [{ line: 1 }, {}],
    });
    expect(await files.search("a[0", { max: 5 })).toMatchObject({ literal: true, matches: [{ line: 3 }] });
    expect(await files.search("call", { max: 5 })).toMatchObject({ literal: false });
    expect(await files.search("a\0b", { max: 5 })).toEqual(denial(/NUL/));
  });

  test("looks below a folder or into one file, from wherever the repository is opened", async () => {
    const place = await gitPlace({ "a/x.ts": "x\n", "ab/x.ts": "x\n", "a/b/x.ts": "x\n" });
    const commit = await head(place);
    await place.git("clone", "-q", "--bare", place.repository, join(place.root, "bare.git"));
    const places = [place.repository, join(place.repository, "a"), join(place.root, "bare.git")];
    for (const repository of places) {
      const files = place.open(1, { repository }).tree(commit, noAbort);
      expect(await lines(files, "x"), repository).toEqual(["a/b/x.ts:1: x", "a/x.ts:1: x", "ab/x.ts:1: x"]);
      expect(await lines(files, "x", "a")).toEqual(["a/b/x.ts:1: x", "a/x.ts:1: x"]);
      expect(await lines(files, "x", "ab/x.ts")).toEqual(["ab/x.ts:1: x"]);
      expect(await files.list("a")).toEqual(["b/", "x.ts"]);
    }
  });

  test.each<[glob: string, paths: readonly string[]]>([
    ["*.ts", ["a/b/x.ts", "a/x.ts", "x.ts"]],
    ["**/*.ts", ["a/b/x.ts", "a/x.ts", "x.ts"]],
    ["a/*.ts", ["a/x.ts"]],
    ["a/**", ["a/b/x.js", "a/b/x.ts", "a/x.ts"]],
    ["./a/**/*.{js,ts}", ["a/b/x.js", "a/b/x.ts", "a/x.ts"]],
    ["a/?.ts", ["a/x.ts"]],
    // Brackets are part of a name, as in routes of web frameworks.
    ["[b]/*", ["[b]/x.md"]],
    ["**/[b]/x.md", ["[b]/x.md"]],
    ["*.md", ["[b]/x.md", "b/y.md"]],
    [":(exclude)*.ts", []],
    ["*.nothing", []],
  ])("10.40: looks into files by a pattern of paths, %s", async (glob, paths) => {
    const place = await gitPlace({
      "x.ts": "x\n",
      "a/x.ts": "x\n",
      "a/b/x.ts": "x\n",
      "a/b/x.js": "x\n",
      "[b]/x.md": "x\n",
      "b/y.md": "x\n",
      ".env": "x\n",
    });
    const commit = await head(place);
    const tree = treeOf(place, commit);
    const name = await place.open().addWorktree("t1", commit, undefined, noAbort);
    const worktree = await place.open().worktree(name, noAbort);
    for (const files of [tree, worktree]) {
      const found = await files?.search("^x$", { glob, max: 50 });
      const seen = found?.kind === "found" ? found.matches.map(({ path }) => path) : found;
      expect(seen).toEqual(paths);
      expect(await files?.match(glob)).toEqual(paths);
    }
  });

  test("10.40: a pattern of paths leads nowhere else, and ignores case where it is told to", async () => {
    const place = await gitPlace({ "src/a.ts": "Word\n", ".huddle/team.json": "word\n" });
    const commit = await head(place);
    const name = await place.open().addWorktree("t1", commit, undefined, noAbort);
    const worktree = await place.open().worktree(name, noAbort);
    for (const files of [treeOf(place, commit), worktree]) {
      for (const glob of ["../*", "src/../../*.ts", "/etc/*"])
        for (const seen of [await files?.search("a", { glob, max: 5 }), await files?.match(glob)])
          expect(seen, glob).toEqual(denial(/out of the project/));
      expect(await files?.match(".huddle/*")).toEqual(denial(/Huddle's own/));
      expect(await files?.match("none/*")).toEqual([]);
      expect(await files?.search("word", { glob: ".huddle/*", max: 5 })).toEqual(denial(/Huddle's own/));
      expect(await files?.search("word", { glob: "none/*", max: 5 })).toEqual(
        denial(/no file or folder none/),
      );
      expect(await files?.search("word", { max: 5 })).toMatchObject({ matches: [] });
      const loose = { glob: "*.ts", ignoreCase: true, max: 5 };
      expect(await files?.search("wORD", loose)).toMatchObject({
        matches: [{ path: "src/a.ts", text: "Word" }],
      });
    }
  });

  test("is bounded in matches, in the length of a line, and in what git may print", async () => {
    const long = `${"ü".repeat(5000)}needle${"ä".repeat(5000)}`;
    const flood = Array.from({ length: 101 }, () => `flood${"x".repeat(100_000)}`).join("\n");
    const many = Array.from({ length: 30 }, (_, at) => `hit ${at}`).join("\n");
    const place = await gitPlace({
      "long.js": `${long}\n`,
      "flood.js": flood,
      "many.js": many,
      "z.js": "hit z\n",
    });
    const files = treeOf(place, await head(place));
    const [line = ""] = await lines(files, "needle");
    expect(line).toMatch(/^long\.js:1: … ü+needleä+ …$/);
    expect(line.length).toBeLessThan(320);
    const hits = await files.search("hit", { max: 10 });
    expect(hits).toMatchObject({ more: true });
    expect(hits.kind === "found" && hits.matches.length).toBe(10);
    expect(await files.search("hit 29", { max: 10 })).toMatchObject({ more: false });
    const flooded = await files.search("flood", { max: 100 });
    expect(flooded).toMatchObject({ more: true });
    expect(flooded.kind === "found" && flooded.matches.length).toBeGreaterThan(50);
  });

  test("runs nothing of the person's or the project's, and heeds none of their settings", async () => {
    const place = await gitPlace({
      ".gitattributes": "*.txt diff=spy\n*.js binary\n",
      "a.txt": "word\n",
      "b.js": "word\n",
    });
    const spy = join(place.root, "spy.sh");
    const seen = join(place.root, "seen");
    await writeFile(spy, `#!/bin/sh\necho "$0" >> '${seen.replaceAll("'", "'\\''")}'\ncat "$1"\n`);
    await chmod(spy, 0o755);
    await mkdir(join(place.root, "hooks"));
    const settings = {
      "diff.spy.textconv": spy,
      "core.pager": spy,
      "core.fsmonitor": spy,
      "diff.external": spy,
    };
    const shapes = {
      "grep.patternType": "fixed",
      "grep.column": "true",
      "grep.lineNumber": "false",
      "color.ui": "always",
    };
    for (const [name, value] of Object.entries({ ...settings, ...shapes }))
      await place.git("config", name, value);
    const files = treeOf(place, await head(place));
    expect(await lines(files, "^w.rd$")).toEqual(["a.txt:1: word", "b.js:1: word"]);
    expect(await files.readText("a.txt")).toEqual({ kind: "text", text: "word\n" });
    expect(existsSync(seen)).toBe(false);
  });
});

test("a look that is stopped throws the reason of the stop", async () => {
  const place = await gitPlace();
  const stop = new AbortController();
  const files = treeOf(place, await head(place), stop.signal);
  stop.abort(new Error("enough"));
  await expect(files.readText("a.txt")).rejects.toThrow("enough");
  await expect(files.list(".")).rejects.toThrow("enough");
  await expect(files.match("*")).rejects.toThrow("enough");
  await expect(files.search("a", { max: 5 })).rejects.toThrow("enough");
});
