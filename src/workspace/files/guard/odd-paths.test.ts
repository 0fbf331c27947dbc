import { execFileSync } from "node:child_process";
import { link, lstat, mkdir, readdir, readFile, readlink, rename, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { links, oddPaths, races } from "../../../../test/support/escapes/by-paths.ts";
import { writeFiles } from "../../../../test/support/git-place.ts";
import { opened } from "../../../../test/support/opened-worktree.ts";
import type { Worktree } from "../../../core/ports/files.ts";

const secret = "precious, and not yours";

/** A worktree with links of all kinds, among files that belong to somebody else. */
async function place(point?: Parameters<typeof opened>[1]) {
  const made = await opened(
    { ".huddle/team.json": secret, ".env": secret, "deep/er/b.ts": "b\n", "packages/.huddle/x": secret },
    point,
  );
  const { root, folder, path } = made;
  await writeFiles(root, {
    "secret.txt": secret,
    ".ssh/id_rsa": secret,
    "outside/a.ts": secret,
    "hard.txt": secret,
  });
  await writeFiles(folder, { "t2.1/own.txt": secret, "t1.1-other/own.txt": secret, "secret.txt": secret });
  for (const [name, target] of Object.entries(links))
    await symlink(target.replace("OUT", root), join(path, name));
  await link(join(root, "hard.txt"), join(path, "hard.txt"));
  execFileSync("mkfifo", [join(path, "pipe")]);
  const server = createServer();
  onTestFinished(() => void server.close());
  // The path of a socket must be short, so it is made from within its folder.
  const here = process.cwd();
  process.chdir(path);
  server.listen("socket");
  process.chdir(here);
  return made;
}

/** Everything but what a worktree may change: all else in the place, and what is guarded in the worktree. */
async function outside(root: string, path: string, folder = root): Promise<string> {
  const lines: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const at = join(folder, entry.name);
    const isOwn =
      at.startsWith(`${path}/`) && !/^\/(\.git|\.huddle|\.env|packages)/.test(at.slice(path.length));
    if (isOwn || entry.name === "tmp.1") continue;
    if (entry.isDirectory()) lines.push(`${at}/`, await outside(root, path, at));
    else if (entry.isFile()) lines.push(`${at} ${(await lstat(at)).mode} ${await readFile(at, "latin1")}`);
    else lines.push(`${at} ${entry.isSymbolicLink() ? await readlink(at) : ""}`);
  }
  return lines.sort().join("\n");
}

type Ask = readonly [name: string, ask: (tree: Worktree, path: string) => Promise<unknown>];
const reads: readonly Ask[] = [
  ["read", (tree, path) => tree.readText(path)],
  ["list", (tree, path) => tree.list(path)],
  ["search", (tree, path) => tree.search("precious", { folder: path, max: 5 })],
  ["look", (tree, path) => tree.look(path)],
];
const writes: readonly Ask[] = [
  ["may write", async (tree, path) => (await tree.mayWrite(path)) ?? "yes"],
  ["write", async (tree, path) => (await tree.write(path, "new\n")) ?? "written"],
  ["delete", async (tree, path) => (await tree.write(path, undefined)) ?? "deleted"],
];

/** Where a link leads, if this very path is one. */
async function linkAt(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch {
    return undefined;
  }
}

const isNo = (answer: unknown) =>
  typeof answer === "object" && answer !== null && "kind" in answer && answer.kind === "denied";

test(`11: of ${oddPaths.length} paths by hand, given to every way of reading and writing, none leads out`, async () => {
  const { tree, root, path } = await place();
  const before = await outside(root, path);
  const wrong: string[] = [];
  for (const [name, odd, outcome] of oddPaths)
    for (const [how, ask] of [...reads, ...writes]) {
      const link = await linkAt(join(path, odd));
      const answer = await ask(tree, odd);
      const told = JSON.stringify(answer);
      // A link itself can be looked at and deleted; what it leads to stays.
      const isOwn = link !== undefined && (how === "look" || how === "delete");
      if (isOwn && how === "delete" && answer === "deleted") await symlink(link, join(path, odd));
      if (outcome === "refused" && !isNo(answer) && !isOwn) wrong.push(`${how} ${name}: ${told}`);
      if (outcome !== "replaced" && told.includes("precious")) wrong.push(`${how} ${name} shows it: ${told}`);
      if (outcome === "replaced" && how === "write" && answer !== "written")
        wrong.push(`${how} ${name}: ${told}`);
    }
  expect(wrong).toEqual([]);
  expect(JSON.stringify(await tree.search("precious", { max: 50 }))).not.toMatch(
    /\.env|huddle|id_rsa|secret/,
  );
  expect(JSON.stringify(await tree.match("**/*"))).not.toMatch(/\.env"|\.huddle|id_rsa|own\.txt/);
  expect(await outside(root, path)).toBe(before);
});

test.each(races)(
  "a link that is swapped in at the last moment for %s leads nowhere",
  async (_, swapped, odd) => {
    for (const [how, ask] of writes.slice(1)) {
      let swaps = 0;
      const at = { path: "", root: "" };
      const point = async (where: string) => {
        if (!/^before (rename|remove)|^(rename|remove)/.test(where) || swaps++ > 0) return;
        await mkdir(dirname(join(at.path, swapped)), { recursive: true });
        await rename(join(at.path, swapped), join(at.path, "away")).catch(() => undefined);
        await symlink(join(at.root, "elsewhere"), join(at.path, swapped));
      };
      const made = await opened({ "deep/er/b.ts": "b\n" }, point);
      Object.assign(at, { path: made.path, root: made.root });
      const theirs = { "elsewhere/a.ts": secret, "elsewhere/b.ts": secret, "elsewhere/er/b.ts": secret };
      await writeFiles(made.root, { ...theirs, "elsewhere/for/x": secret });
      const before = await outside(made.root, made.path);
      const answer = await ask(made.tree, odd);
      expect(await outside(made.root, made.path), how).toBe(before);
      if (swaps > 0)
        expect(answer, how).toMatchObject({
          kind: "denied",
          reason: expect.stringContaining("changed while"),
        });
    }
  },
);
