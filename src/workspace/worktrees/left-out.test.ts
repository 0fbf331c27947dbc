import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import type { Git, GitCall } from "../git/run-git.ts";
import type { Site } from "../site.ts";
import { leftOut } from "./left-out.ts";

test("a file that now lies behind a link is not asked about, and the others are", async () => {
  const place = await gitPlace({ ".gitignore": "out/\n", "a.txt": "a\n" });
  const workspace = place.open();
  const base = await place.git("rev-parse", "HEAD");
  const name = await workspace.addWorktree("t1", base, undefined, noAbort);
  const path = join(place.folder, name);
  await writeFiles(path, { "real/deep/x.txt": "x\n", "out/y.txt": "y\n", "src/deep/x.txt": "x\n" });
  const written = ["src/deep/x.txt", "out/y.txt"];
  const left = [{ path: "out/y.txt", rule: ".gitignore:1: out/" }];
  expect(await workspace.leftOut(name, base, written)).toEqual(left);
  await rm(join(path, "src"), { recursive: true });
  await symlink("real", join(path, "src"));
  expect(await workspace.leftOut(name, base, written)).toEqual(left);
});

describe("what git says about ignored files", () => {
  /** What is told of these files, if git gives these answers: rules as `check-ignore` prints them, and tracked names. */
  async function told(
    rules: readonly (readonly string[])[],
    tracked: readonly string[],
    paths: readonly string[],
  ) {
    const path = await emptyPlace();
    for (const file of paths) if (!file.startsWith("gone")) await writeFiles(path, { [file]: "x" });
    const asked: { args: readonly string[]; call: GitCall | undefined }[] = [];
    const git: Git = async (args, call) => {
      asked.push({ args, call });
      const fields = args[0] === "check-ignore" ? rules.flat() : tracked;
      return {
        exit: 0,
        bytes: Buffer.from(fields.map((one) => `${one}\0`).join("")),
        text: "",
        said: "",
        cut: false,
      };
    };
    const site = { git, commonDir: async () => "/repo/.git" } as unknown as Site; // only this is asked of it
    return { left: await leftOut(site, path, "base", paths), asked, path };
  }

  const out = [".gitignore", "1", "out/", "./out/a"];

  test("is told with the rule and where it stands, without paths of this machine", async () => {
    const rules = [
      out,
      ["src/.gitignore", "12", "*.log", "./src/b.log"],
      ["/repo/.git/info/exclude", "3", "c", "./c"],
      ["info/exclude", "4", "d", "./d"],
      ["/home/pia/.config/git/ignore", "5", "e", "./e"],
      ["src/myinfo/exclude", "6", "f", "./f"],
    ];
    const { left } = await told(rules, [], ["out/a"]);
    expect(left).toEqual([
      { path: "out/a", rule: ".gitignore:1: out/" },
      { path: "src/b.log", rule: "src/.gitignore:12: *.log" },
      { path: "c", rule: ".git/info/exclude:3: c" },
      { path: "d", rule: ".git/info/exclude:4: d" },
      { path: "e", rule: "git's ignore file of this user:5: e" },
      { path: "f", rule: "src/myinfo/exclude:6: f" },
    ]);
  });

  test("leaves out exceptions, and what the base has", async () => {
    const kept = [".gitignore", "2", "!out/b", "./out/b"];
    expect((await told([kept, out], [], ["out/a"])).left).toHaveLength(1);
    const { left, asked } = await told([out, [".gitignore", "1", "out/", "./out/c"]], ["out/c"], ["out/a"]);
    expect(left.map(({ path }) => path)).toEqual(["out/a"]);
    expect(asked[1]?.args).toEqual(["ls-tree", "-r", "-z", "--name-only", "base", "--", "out/a", "out/c"]);
  });

  test("is asked once for each file that is there, and not at all without any", async () => {
    const { asked, path } = await told([], [], ["out/a", "gone", "b", "out/a"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.call).toMatchObject({
      cwd: path,
      input: "./out/a\0./b\0",
      env: { GIT_DIR: "/repo/.git", GIT_WORK_TREE: path, GIT_LITERAL_PATHSPECS: "0" },
    });
    expect((await told([out], [], ["gone"])).asked).toEqual([]);
  });
});
