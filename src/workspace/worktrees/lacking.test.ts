import { appendFile, chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type GitPlace, gitPlace } from "../../../test/support/git-place.ts";
import { keptPlace } from "../../../test/support/kept-place.ts";
import { lackingAt } from "./lacking.ts";

async function look(place: GitPlace, commit = "HEAD") {
  const temporary = join(place.root, "temporary");
  await mkdir(temporary, { recursive: true });
  const found = await lackingAt(commit, { root: place.repository, env: place.env, temporary });
  expect(await readdir(temporary)).toEqual([]);
  return found;
}

/** Submodules that were never fetched. */
async function withSubmodules(count: number, files?: Readonly<Record<string, string>>): Promise<GitPlace> {
  const place = await gitPlace(files);
  const head = await place.git("rev-parse", "HEAD");
  const links = Array.from({ length: count }, (_, at) => ["--cacheinfo", `160000,${head},lib${at + 1}`]);
  await place.git("update-index", "--add", ...links.flat());
  await place.git("commit", "-qm", "libraries");
  return place;
}

test.each([
  [1, "lib1"],
  [5, "lib1, lib2, lib3, lib4, lib5"],
  [6, "lib1, lib2, lib3, lib4, lib5 and 1 more"],
  [7, "lib1, lib2, lib3, lib4, lib5 and 2 more"],
])("of %i submodules that were never fetched, five are named", async (count, names) => {
  const text = expect.stringContaining(`not fetched here: ${names}. The team works without`);
  expect(await look(await withSubmodules(count))).toEqual([{ topic: "submodules", stops: false, text }]);
});

test("a project without submodules and filters lacks nothing, nor does one without a commit", async () => {
  const place = await gitPlace();
  expect(await look(place)).toEqual([]);
  expect(await look(place, "refs/heads/unborn")).toEqual([]);
});

test("submodules come before filters", async () => {
  const place = await withSubmodules(1, { ".gitattributes": "*.bin filter=lfs\n", "big.bin": "x\n" });
  expect((await look(place)).map(({ topic }) => topic)).toEqual(["submodules", "filters"]);
});

type Settings = Readonly<Record<string, string>>;
const process = "process";
const required = { required: "true" };
const goOn = "The team sees these files as git stores them";
const stop = "Git refuses to check these files out";
const unset = "settings do not say how to run it";

describe("10.22: a filter that does not work is told with the way out", () => {
  test.each<[what: string, settings: Settings, stops: boolean, words: readonly string[]]>([
    ["not set up", {}, false, [unset, goOn, "git config filter.hide.smudge …"]],
    ["not set up, and required", required, true, [unset, stop]],
    ["empty settings", { smudge: " ", clean: "" }, false, [unset]],
    ["one half, and required", { ...required, smudge: "cat" }, true, [unset]],
    ["the other half, and required", { ...required, clean: "cat" }, true, [unset]],
    ["no such program", { smudge: "nobody-has -x" }, false, ["(nobody-has)", "Install nobody-has", goOn]],
    ["no such program to store", { ...required, smudge: "cat", clean: "no-one" }, true, ["(no-one)", stop]],
    ["no such process", { [process]: "no-one", smudge: "cat", clean: "cat" }, false, ["(no-one)"]],
    ["a path that is gone", { smudge: '"/nowhere at all/x" %f' }, false, ["(/nowhere at all/x)"]],
    ["a path in single quotes", { smudge: "'/nowhere/x' %f" }, false, ["(/nowhere/x)"]],
    ["a file that nobody may run", { clean: "/etc/passwd" }, false, ["(/etc/passwd)"]],
  ])("%s", async (_, settings, stops, words) => {
    const found = await look(await withFilter(settings));
    expect(found).toMatchObject([{ topic: "filters", stops }]);
    for (const word of [`a.hid and 1 more: the filter "hide" does not work`, ...words])
      expect(found[0]?.text).toContain(word);
  });

  test.each<[what: string, settings: Settings]>([
    ["a program on the path", { ...required, smudge: "cat", clean: "cat" }],
    ["one half that is not required", { smudge: "cat" }],
    ["a process, without halves", { ...required, [process]: "cat" }],
    ["a program of git's own", { smudge: "git-upload-pack" }],
    ["a word of the shell", { smudge: "exec cat", clean: "cd x && cat" }],
    ["what only a shell can read", { smudge: '"$SHELL" -c cat', clean: "x=1; cat" }],
    ["a program of the project", { smudge: "tools/hide %f", clean: "./hide" }],
    ["a program in the home folder", { smudge: "~/hide" }],
  ])("nothing is said about %s", async (_, settings) => {
    expect(await look(await withFilter(settings))).toEqual([]);
  });

  test("a program is found in any folder of the path", async () => {
    const place = await withFilter({ smudge: "hide-it" });
    const folder = join(place.root, "bin");
    await mkdir(folder);
    await writeFile(join(folder, "hide-it"), "#!/bin/sh\ncat\n");
    await chmod(join(folder, "hide-it"), 0o755);
    const env = { ...place.env, PATH: `${place.env.PATH}::${folder}` };
    expect(await look({ ...place, env })).toEqual([]);
  });

  test.each([
    ["lfs", "git lfs install && git lfs pull"],
    ["git-crypt", "git-crypt unlock"],
  ])("for %s, with its own way out", async (name, way) => {
    const place = await gitPlace({ ".gitattributes": `*.bin filter=${name}\n`, "big.bin": "x\n" });
    expect((await look(place))[0]?.text).toMatch(new RegExp(`^big\\.bin: the filter.*type: .*${way}$`));
  });

  test.each([
    ["of a folder further down", { "src/.gitattributes": "*.x filter=far\n", "src/a.x": "x\n" }, 1],
    ["that no file uses", { ".gitattributes": "*.y filter=far\n", "a.x": "x\n" }, 0],
    ["that a file is taken out of", { ".gitattributes": "*.x filter=far\na.x -filter\n", "a.x": "x\n" }, 0],
    ["that is no name", { ".gitattributes": "*.x filter\n*.y filter=\n", "a.x": "", "a.y": "" }, 0],
    ["in a text of the project", { "notes.txt": "*.x filter=far\n", "a.x": "x\n" }, 0],
  ])("a filter %s", async (_, files, count) => {
    expect(await look(await gitPlace(files))).toHaveLength(count);
  });
});

const filtered = keptPlace(() =>
  gitPlace({ ".gitattributes": "*.hid filter=hide\n", "a.hid": "x\n", "b.hid": "x\n" }),
);

async function withFilter(settings: Settings): Promise<GitPlace> {
  const place = await filtered();
  const lines = Object.entries(settings).map(([key, value]) => `\t${key} = ${JSON.stringify(value)}\n`);
  await appendFile(join(place.repository, ".git/config"), `[filter "hide"]\n${lines.join("")}`);
  return place;
}
