import { describe, expect, test } from "vitest";
import { GitError } from "../../git/git-error.ts";
import type { Git, GitAnswer } from "../../git/run-git.ts";
import { findAllInTree, findInTree, inPieces } from "./find-in-tree.ts";
import { listTree } from "./list-tree.ts";

const answer = (text: string, more: Partial<GitAnswer> = {}): GitAnswer => {
  return { exit: 0, bytes: Buffer.from(text), text, said: "", cut: false, ...more };
};

const modes = {
  file: "100644 blob",
  folder: "040000 tree",
  link: "120000 blob",
  repository: "160000 commit",
};

/** A git with these entries. A link is named by what it leads to. */
function gitOf(entries: Readonly<Record<string, readonly [kind: keyof typeof modes, target?: string]>>): Git {
  const names = Object.keys(entries);
  const idOf = (name: string) => names.indexOf(name).toString(16).padStart(40, "0");
  return async (args) => {
    if (args[0] === "cat-file") {
      const name = names[Number.parseInt(args[2] ?? "", 16)] ?? "";
      return answer(entries[name]?.[1] ?? "");
    }
    const asked = args.slice(args.indexOf("--") + 1);
    const lines = names
      .filter((name) => asked.includes(name))
      .map((name) => {
        const [kind = "file", target = ""] = entries[name] ?? [];
        const size = kind === "file" || kind === "link" ? String(target.length) : "-";
        return `${modes[kind]} ${idOf(name)} ${size.padStart(7)}\t${name}\0`;
      });
    return answer(lines.join(""));
  };
}

const project = gitOf({
  src: ["folder"],
  "src/a.ts": ["file", "12345"],
  "src/deep": ["folder"],
  "src/deep/b.ts": ["file"],
  "src/deep/up": ["link", "../a.ts"],
  "src/deep/top": ["link", "../../src"],
  vendor: ["repository"],
  in: ["link", "src"],
  through: ["link", "in/./deep//b.ts"],
  out: ["link", ".."],
  further: ["link", "src/../.."],
  absolute: ["link", "/etc"],
  empty: ["link", ""],
  nul: ["link", "a\0b"],
  gone: ["link", "none"],
  loop: ["link", "loop"],
  secret: ["link", ".ssh/key"],
  long: ["link", "x/".repeat(2049)],
  long2: ["link", `${"./".repeat(2047)}in`],
  c0: ["file"],
  ...Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`c${at + 1}`, ["link", `c${at}`] as const])),
});

async function at(path: string, git = project) {
  const found = await findInTree(git, "c", path);
  if (found.kind === "denied") return found.reason;
  return found.kind === "none" ? "none" : [found.kind, found.shown, found.size];
}

describe("a path in a commit", () => {
  test("is found by its real path", async () => {
    expect(await findInTree(project, "c", ".")).toEqual({ kind: "folder", id: "c", size: 0, shown: "." });
    expect(await at("src")).toEqual(["folder", "src", 0]);
    expect(await at("src/a.ts")).toEqual(["file", "src/a.ts", 5]);
    expect(await at("./src//deep/b.ts")).toEqual(["file", "src/deep/b.ts", 0]);
    expect(await at("src/none")).toBe("none");
    expect(await at("none/x")).toBe("none");
  });

  test("follows links while they stay inside", async () => {
    expect(await at("in")).toEqual(["folder", "src", 0]);
    expect(await at("in/deep/b.ts")).toEqual(["file", "src/deep/b.ts", 0]);
    expect(await at("through")).toEqual(["file", "src/deep/b.ts", 0]);
    expect(await at("src/deep/up")).toEqual(["file", "src/a.ts", 5]);
    expect(await at("src/deep/top/a.ts")).toEqual(["file", "src/a.ts", 5]);
    expect(await at("long2/a.ts")).toEqual(["file", "src/a.ts", 5]);
  });

  test.each([
    ["out", "out is a link that leads out of the project."],
    ["further/x", "further is a link that leads out of the project."],
    ["absolute", "absolute is a link that leads out of the project."],
    ["empty", "empty is a link that leads nowhere."],
    ["nul", "nul is a link that leads nowhere."],
    ["long", "long is a link that leads nowhere."],
    ["gone", "gone is a link that leads nowhere."],
    ["in/none", "in/none is a link that leads nowhere."],
    ["loop", "loop is a link that leads nowhere."],
    ["src/a.ts/x", "src/a.ts is a file, not a folder."],
    ["vendor", "vendor is a repository of its own (a submodule); its files are not here."],
    ["vendor/x", "vendor is a repository of its own (a submodule); its files are not here."],
  ])("%s is told in words", async (path, words) => {
    expect(await at(path)).toBe(words);
  });

  test("that a link hides is guarded like any other", async () => {
    expect(await at("secret")).toMatch(/^\.ssh\/key may hold secrets/);
    expect(await at("../x")).toMatch(/goes through/);
  });

  test("follows ten links and no more, and goes a hundred folders deep", async () => {
    expect(await at("c10")).toEqual(["file", "c0", 0]);
    expect(await at("c11")).toBe("c11 is a link that leads nowhere.");
    const deep = (count: number) => Array.from({ length: count }, () => "d").join("/");
    const asked: number[] = [];
    const git: Git = async (args) => {
      asked.push(args.length);
      return answer("");
    };
    expect([await at(deep(100), git), asked.length]).toEqual(["none", 1]);
    expect([await at(deep(101), git), asked.length]).toEqual(["none", 1]);
  });

  test("of a commit that is gone is told", async () => {
    const gone: Git = async () => answer("", { exit: 128, said: "fatal: not a tree object" });
    expect(await at("a", gone)).toBe("The files cannot be looked at: commit c is not in this repository.");
    const other: Git = async () => answer("", { exit: 128, said: "fatal: something else" });
    await expect(at("a", other)).rejects.toThrow(GitError);
  });
});

describe("many paths in a commit", () => {
  const deep = Array.from({ length: 101 }, () => "d").join("/");
  const some = [".", "src", "src/a.ts", "in/deep/b.ts", "through", "out", "gone", "loop", "c10", "c11"];
  const paths = [...some, "src/a.ts/x", "vendor/x", "secret", "../x", ".ssh/key", "none", "src/none", deep];

  test("are found as each of them is alone, and asked for together", async () => {
    const alone = await Promise.all(paths.map((path) => findInTree(project, "c", path)));
    expect(await findAllInTree(project, "c", paths)).toEqual(alone);
    const asked: number[] = [];
    const git: Git = (args, call) => {
      asked.push(args.length);
      return project(args, call);
    };
    await findAllInTree(git, "c", ["src/a.ts", "none", "src/deep/b.ts", "../x"]);
    expect(asked).toHaveLength(1);
    await findAllInTree(git, "c", ["../x", "."]);
    expect(asked).toHaveLength(1);
  });

  test("are asked for in several pieces if their names are long", async () => {
    const asked: number[] = [];
    const git: Git = async (args) => {
      asked.push(args.join(" ").length);
      return answer("");
    };
    const long = Array.from(
      { length: 100 },
      (_, at) => `${"x".repeat(250)}/${"y".repeat(250)}/${"z".repeat(250)}/${at}`,
    );
    expect(await findAllInTree(git, "c", long)).toEqual(long.map(() => ({ kind: "none" })));
    expect(asked.length).toBeGreaterThan(3);
    expect(Math.max(...asked)).toBeLessThan(80_000);
  });

  test("of a commit that is gone are all told so", async () => {
    const gone: Git = async () => answer("", { exit: 128, said: "fatal: not a tree object" });
    expect(await findAllInTree(gone, "c", ["a", "b"])).toMatchObject([
      { kind: "denied" },
      { kind: "denied" },
    ]);
  });

  test.each([
    [[], []],
    [[9], [[9]]],
    [
      [1, 2, 3],
      [[1, 2], [3]],
    ],
    [
      [3, 1, 1, 1, 4, 1],
      [[3], [1, 1, 1], [4], [1]],
    ],
  ])("%j come in pieces of at most three: %j", (sizes, pieces) => {
    expect(inPieces(sizes, 3, (size) => size)).toEqual(pieces);
  });
});

test("entries are read with their kind and size, and one that was cut off is left out", async () => {
  const id = "a".repeat(40);
  const records = [
    `100755 blob ${id}      12\ta\tb`,
    `040000 tree ${id}       -\tc\n`,
    `120000 blob ${id} 3\td`,
    `160000 commit ${id} -\te`,
    `100644 blob ${id} 1`,
  ];
  const git: Git = async () => answer(records.join("\0"));
  expect(await listTree(git, "c")).toEqual([
    { kind: "file", id, size: 12, name: "a\tb" },
    { kind: "folder", id, size: 0, name: "c\n" },
    { kind: "link", id, size: 3, name: "d" },
    { kind: "repository", id, size: 0, name: "e" },
  ]);
});
