import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import type { Git, GitAnswer } from "./run-git.ts";
import { submodulePaths, submodulesOf } from "./submodules.ts";

const [one, two, three] = ["1".repeat(40), "2".repeat(40), "3".repeat(40)] as const;

interface Project {
  /** The links in each tree, as path and commit. */
  readonly trees: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The names that `.gitmodules` of a tree gives to paths. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Which commits a folder of git holds. */
  readonly holds?: Readonly<Record<string, readonly string[]>>;
  readonly bare?: boolean;
}

/** A git that knows a project below this folder: `git` is its folder of git, `common` the shared one, `top` the checkout. */
function gitOf(root: string, { trees, names = {}, holds = {}, bare = false }: Project) {
  const answer = (text: string, exit = 0): GitAnswer => {
    return { exit, bytes: Buffer.from(text), text, said: "", cut: false };
  };
  const asked: string[] = [];
  const git: Git = async (args, call) => {
    const [what, first = ""] = args;
    asked.push(what ?? "");
    if (what === "ls-tree") {
      const links = Object.entries(trees[args.at(-1) ?? ""] ?? {});
      const lines = links.map(([path, commit]) => `160000 commit ${commit}\t${path}\0`);
      return answer(`100644 blob ${"a".repeat(40)}\ta.txt\0${lines.join("")}`);
    }
    if (what === "config") {
      const tree = (args[2] ?? "").replace("--blob=", "").replace(":.gitmodules", "");
      const entries = Object.entries(names[tree] ?? {});
      return answer(entries.map(([path, name]) => `submodule.${name}.path\n${path}\0`).join(""));
    }
    if (what === "cat-file") {
      const held = holds[(call?.cwd ?? "").slice(root.length + 1)] ?? [];
      expect(call?.env).toMatchObject({ GIT_DIR: call?.cwd, GIT_WORK_TREE: call?.cwd });
      return answer("", held.includes((args[2] ?? "").slice(0, 40)) ? 0 : 1);
    }
    if (first === "--absolute-git-dir") return answer(join(root, "git"));
    if (first === "--show-toplevel") return bare ? answer("", 128) : answer(join(root, "top"));
    return answer(join(root, "common"));
  };
  return { git, asked };
}

/** What is found in the tree `t`; a folder of git from the root. */
async function found(project: Project, files: Readonly<Record<string, string>> = {}) {
  const root = await emptyPlace();
  await mkdir(join(root, "top"));
  for (const folder of Object.keys(project.holds ?? {})) await writeFiles(root, { [`${folder}/HEAD`]: "" });
  await writeFiles(root, files);
  const { git } = gitOf(root, project);
  return (await submodulesOf(git, "t")).map(({ path, commit, gitDir }) => {
    return [path, commit, gitDir?.slice(root.length + 1)];
  });
}

describe("the submodules of a tree", () => {
  test("without any are none, and git is asked for nothing else", async () => {
    const { git, asked } = gitOf("/root", { trees: {} });
    expect(await submodulesOf(git, "t")).toEqual([]);
    expect(asked).toEqual(["ls-tree"]);
  });

  test("come from the folder of git of this checkout, or from the shared one, by their name", async () => {
    const project = { trees: { t: { "lib/a": one } }, names: { t: { "lib/a": "A name" } } };
    const own = { "git/modules/A name": [one] };
    const shared = { "common/modules/A name": [one] };
    expect(await found({ ...project, holds: own })).toEqual([["lib/a", one, "git/modules/A name"]]);
    expect(await found({ ...project, holds: shared })).toEqual([["lib/a", one, "common/modules/A name"]]);
    expect(await found({ ...project, holds: { ...own, ...shared } })).toEqual([
      ["lib/a", one, "git/modules/A name"],
    ]);
    const older = { "git/modules/A name": [two], ...shared };
    expect(await found({ ...project, holds: older })).toEqual([["lib/a", one, "common/modules/A name"]]);
  });

  test("were never fetched where nothing holds their commit, or they have no name", async () => {
    const trees = { t: { "lib/a": one, "lib/b": two } };
    const names = { t: { "lib/a": "a" } };
    const holds = { "git/modules/a": [three], "git/modules/lib/b": [two] };
    expect(await found({ trees, names, holds })).toEqual([
      ["lib/a", one, undefined],
      ["lib/b", two, undefined],
    ]);
  });

  test("have a name also if .gitmodules ends their path with a slash", async () => {
    const holds = { "git/modules/a": [one] };
    expect(await found({ trees: { t: { lib: one } }, names: { t: { "lib/": "a" } }, holds })).toEqual([
      ["lib", one, "git/modules/a"],
    ]);
  });

  test.each(["../a", "a/../../b", "a\\..\\b", ".."])("a name like %s leads out and is none", async (name) => {
    const holds = { [join("git/modules", name)]: [one] };
    const lib = { trees: { t: { lib: one } }, names: { t: { lib: name } } };
    expect(await found({ ...lib, holds })).toEqual([["lib", one, undefined]]);
  });

  test("are taken from where the checkout leads first, by a file or a folder", async () => {
    const project = { trees: { t: { lib: one } }, names: { t: { lib: "a" } } };
    const holds = { "git/modules/a": [one], elsewhere: [one] };
    const file = { "top/lib/.git": "gitdir: ../../elsewhere\n" };
    expect(await found({ ...project, holds }, file)).toEqual([["lib", one, "elsewhere"]]);
    expect(await found({ ...project, holds: { ...holds, "top/lib/.git": [one] } })).toEqual([
      ["lib", one, "top/lib/.git"],
    ]);
    const nonsense = { "top/lib/.git": "nonsense\n" };
    expect(await found({ ...project, holds }, nonsense)).toEqual([["lib", one, "git/modules/a"]]);
    expect(await found({ ...project, holds, bare: true }, file)).toEqual([["lib", one, "git/modules/a"]]);
  });

  test("a folder without a HEAD is no folder of git", async () => {
    const root = await emptyPlace();
    await mkdir(join(root, "git/modules/a"), { recursive: true });
    const { git, asked } = gitOf(root, { trees: { t: { lib: one } }, names: { t: { lib: "a" } } });
    expect(await submodulesOf(git, "t")).toEqual([{ path: "lib", commit: one, gitDir: undefined }]);
    expect(asked).not.toContain("cat-file");
    await writeFile(join(root, "git/modules/a/HEAD"), "");
    await submodulesOf(git, "t");
    expect(asked).toContain("cat-file");
  });

  test("have submodules themselves, which come after them, with their whole path", async () => {
    const trees = { t: { "lib/a": one, z: three }, [one]: { "in/b": two } };
    const names = { t: { "lib/a": "a", z: "z" }, [one]: { "in/b": "b" } };
    const inner = "git/modules/a/modules/b";
    const holds = { "git/modules/a": [one], [inner]: [two], "git/modules/z": [three] };
    const all = [
      ["lib/a", one, "git/modules/a"],
      ["lib/a/in/b", two, inner],
      ["z", three, "git/modules/z"],
    ];
    expect(await found({ trees, names, holds })).toEqual(all);
    const file = { "top/lib/a/in/b/.git": "gitdir: ../../../../../elsewhere" };
    expect(await found({ trees, names, holds: { ...holds, elsewhere: [two] } }, file)).toEqual(
      all.with(1, ["lib/a/in/b", two, "elsewhere"]),
    );
    expect(await found({ trees, names, holds: { "git/modules/z": [three] } })).toEqual([
      ["lib/a", one, undefined],
      ["z", three, "git/modules/z"],
    ]);
  });
});

test("the paths that belong to other repositories are asked for in the worktree", async () => {
  const { git } = gitOf("/root", { trees: { HEAD: { "lib/a": one, "b\nc": two } } });
  expect(await submodulePaths(git, "/worktree")).toEqual(["lib/a", "b\nc"]);
});
