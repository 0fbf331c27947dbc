import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort } from "../../../../test/support/git-place.ts";
import { redactionOf } from "../../../core/text/redaction.ts";

const key = "live-0123456789-abcdef";
const other = "other-9876543210-fedcba";
const lines = "first\nthe longest line of all 77\nlast";
const redaction = redactionOf([
  { name: "A", value: key },
  { name: "B", value: other },
  { name: "C", value: lines },
  { name: "D", value: "short-1" },
]);

async function stage() {
  const place = await gitPlace({
    "config.txt": `token=${key}\n`,
    "moved.txt": `old ${key}\n`,
    "a.txt": "a\n",
  });
  const base = await place.git("rev-parse", "HEAD");
  const workspace = place.open(1, { redaction });
  const name = await workspace.addWorktree("t1", base, undefined, noAbort);
  const at = (path: string) => join(place.folder, name, path);
  const put = async (path: string, content: string | Buffer) => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), content);
  };
  return { ...place, base, workspace, name, at, put };
}

test("no commit holds a key in use anew, whatever the file: by its exact bytes, in any form that a reviewer reads as [key]", async () => {
  const { base, workspace, name, put, git } = await stage();
  const noise = Buffer.alloc(3_000_000, 7);
  const copies: Readonly<Record<string, string | Buffer>> = {
    "copy.txt": `token=${key}\n`,
    "a.txt": `a\nx${key}y`,
    "binary.bin": Buffer.concat([Buffer.from([0, 255, 0]), Buffer.from(key), Buffer.from([0])]),
    "large.bin": Buffer.concat([noise, Buffer.from(other), noise]),
    "in/base64.txt": Buffer.from(`--${key}--`).toString("base64"),
    "hex.txt": Buffer.from(key).toString("hex"),
    "lines.txt": lines,
    "in json.json": JSON.stringify({ lines }),
    // The base version of this path holds one of them, and not the other.
    "config.txt": `token=${key}\nnext=${other}\n`,
  };
  const fine: Readonly<Record<string, string>> = {
    "moved.txt": `new ${key}\n`,
    "part.txt": key.slice(0, -1),
    "brief.txt": "short-1\n",
  };
  for (const [path, content] of Object.entries({ ...copies, ...fine })) await put(path, content);
  const { tree, changed, held } = await workspace.changedSince(name, base, base);
  expect(changed).toEqual(Object.keys(fine).sort());
  expect(held?.map(({ path, why }) => [path, why])).toEqual(
    Object.keys(copies)
      .sort()
      .map((path) => [path, "key"]),
  );
  expect(await workspace.writeTree(name, base)).toBe(tree);
  expect(await git("show", `${tree}:a.txt`)).toBe("a");
  expect(await git("show", `${tree}:config.txt`)).toBe(`token=${key}`);
});

test("no commit holds a link that leads out or to git, or a repository of its own", async () => {
  const { base, workspace, name, at, put } = await stage();
  await put("in/b.txt", "b\n");
  const links: readonly [path: string, target: string, isHeld: boolean][] = [
    ["in/fine", "../a.txt", false],
    ["folder", "in", false],
    ["gone", "not/there", false],
    ["absolute", "/etc/passwd", true],
    ["in/up", "../../x", true],
    ["around", "folder/../../x", true],
    ["git", ".git/config", true],
    ["in/own", at("a.txt"), true],
  ];
  for (const [path, target] of links) await symlink(target, at(path));
  const paths = (isHeld: boolean) =>
    links.flatMap(([path, , held]) => (held === isHeld ? [path] : [])).sort();
  const { tree, changed, held } = await workspace.changedSince(name, base, base);
  expect(held?.map(({ path, why }) => [path, why])).toEqual(paths(true).map((path) => [path, "link"]));
  expect(changed).toEqual([...paths(false), "in/b.txt"].sort());
  expect(await workspace.writeTree(name, base)).toBe(tree);

  const sub = at("sub");
  const run = (...args: readonly string[]) => execFileSync("git", args, { cwd: sub, stdio: "ignore" });
  await mkdir(sub);
  run("init", "-q");
  run("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "x");
  await expect(workspace.writeTree(name, base)).rejects.toThrow("sub is a git repository of its own");
  // However often it is asked, all else is told as well.
  for (const _ of ["first", "again"])
    expect(await workspace.changedSince(name, base, base)).toMatchObject({
      tree,
      changed,
      problem: expect.stringContaining("sub is a git repository of its own"),
    });
});
