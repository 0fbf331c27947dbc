import { describe, expect, test } from "vitest";
import { undoConfig } from "./config-text.ts";

const core = "[core]\n\tbare = false\n";
const branch = (name: string, lines: string) => `[branch "${name}"]\n${lines}`;
const follows = "\tremote = origin\n\tmerge = refs/heads/main\n";

describe("a configuration is put back", () => {
  test("if anything in it differs, and is left alone if nothing does", () => {
    expect(undoConfig("", "")).toBeUndefined();
    expect(undoConfig(core, core)).toBeUndefined();
    expect(undoConfig(core, `${core}# hi\n`)).toEqual({ text: core, keys: [] });
    expect(undoConfig("", core)).toEqual({ text: "", keys: ["core.bare"] });
    expect(undoConfig(core, "")).toEqual({ text: core, keys: ["core.bare"] });
  });

  test("with what a branch follows as it is now", () => {
    const [was, is] = [branch("old", follows), branch("new", follows)];
    expect(undoConfig(core + was, core + is)).toBeUndefined();
    expect(undoConfig(`${core}${was}`, `[alias]\n\tx = !evil\n${core}${is}`)).toEqual({
      text: core + is,
      keys: ["alias.x"],
    });
    expect(undoConfig("[core]\n\tbare = false", `${is}[core]\n\tbare = true\n`)).toEqual({
      text: `[core]\n\tbare = false\n${is}`,
      keys: ["core.bare"],
    });
    expect(undoConfig("", `${is}[core]\n\tx\n`)).toEqual({ text: is, keys: ["core.x"] });
  });

  test.each([
    ["a comment", branch("a", "\tremote = origin\n# hi\n")],
    ["another key", branch("a", "\tremote = origin\n\tmergeOptions = -s evil\n")],
    ["a line that goes on", branch("a", "\tremote = x\\\n")],
    ["another section on the same line", branch("a", "\tremote = [core] hooksPath = x\n")],
    ["something behind its header", '[branch "a"] remote = origin\n'],
    ["an odd name", '[branch "a\\"b"]\n\tremote = origin\n'],
    ["no name", "[branch]\n\tremote = origin\n"],
    ["space before its header", '  [branch "a"]\n\tremote = origin\n'],
  ])("a section of a branch with %s is taken back out, too", (_, section) => {
    expect(undoConfig(core, core + section)?.text).toBe(core);
  });

  test.each(["remote", "merge", "rebase", "pushRemote", "description", "vscode-merge-base", "gh-merge-base"])(
    "a branch may note its %s",
    (key) => {
      expect(undoConfig(core, core + branch("a/b c", `\n  ${key.toUpperCase()}=x\n`))).toBeUndefined();
    },
  );
});

describe("what was changed is told", () => {
  const keys = (before: string, after: string) => undoConfig(before, after)?.keys;

  test("by the names of the keys, never by their values, except where hooks are", () => {
    expect(keys("[a]\n\tb = 1\n\tc = 2\n", "[a]\n\tb = 1\n\tc = 3\n\td = 4\n")).toEqual(["a.c", "a.d"]);
    expect(keys(core, `${core}[http "https://x"]\n\tExtraHeader = key\n`)).toEqual([
      "http.https://x.extraheader",
    ]);
    expect(keys("", "[core]\n\thooksPath = /evil\n")).toEqual(["core.hooksPath = /evil"]);
    expect(keys("", `[core]\n\thooksPath = ${"x".repeat(101)}\n`)).toEqual([
      `core.hooksPath = ${"x".repeat(100)}`,
    ]);
    expect(keys("[core]\n\thooksPath = mine\n", "")).toEqual(["core.hookspath"]);
  });

  test("in any spelling of git's", () => {
    expect(keys("", "[A.b] c\n")).toEqual(["a.b.c"]);
    expect(keys("", "[a] b = 1\n[ c ]d=2\n")).toEqual(["a.b", "c.d"]);
    expect(keys("", "[a][b] c = 1\n")).toEqual(["b.c"]);
    expect(keys("", "[a]\n; x = 1\n1y = 2\n\tz = 3\n")).toEqual(["a.z"]);
    expect(keys("", '[a "b\\"c"]\n\tD-e = 1\n')).toEqual(['a.b\\"c.d-e']);
  });

  test("also of a key that stands there twice", () => {
    expect(keys("[a]\n\tb = 1\n", "[a]\n\tb = 1\n\tb = 2\n")).toEqual(["a.b"]);
    expect(keys("[a]\n\tb = 1\n\tb = 2\n", "[a]\n\tb = 2\n\tb = 1\n")).toEqual(["a.b"]);
    expect(keys("[a]\n\tb = 1 \n", "[a]\n\tb =   1\n")).toEqual([]);
  });
});
