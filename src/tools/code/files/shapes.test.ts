import { execFileSync } from "node:child_process";
import { chmod, writeFile as put, readdir, readFile, stat, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LoopStage } from "../../../../test/support/loop-stage.ts";
import { opened } from "../../../../test/support/opened-worktree.ts";
import { ScriptedModel, says } from "../../../../test/support/scripted-model.ts";
import { deleteFile } from "./delete-file.ts";
import { editFile } from "./edit-file.ts";
import { moveFile } from "./move-file.ts";
import { readFile as readTool } from "./read-file.ts";
import { writeFile } from "./write-file.ts";

// Every tool that takes a path meets every shape that a path can have: its words, and what became of the file.

const end = says.call("finish", { value: 7 });
const tools = [readTool, editFile, writeFile, moveFile, deleteFile];

async function played(files: Readonly<Record<string, string>> = {}) {
  const place = await opened(files);
  const play = async (tool: string, input: object): Promise<string> => {
    const stage = new LoopStage({ tools, real: place.tree });
    await stage.run(new ScriptedModel(says.call(tool, input), end));
    const [result] = stage.results();
    return `${result?.failed ? "✗ " : ""}${result?.text}`;
  };
  return { ...place, play };
}

/** A folder with one of each. */
async function shapes() {
  const place = await played({
    "text.md": "old\n",
    "Capital.md": "old\n",
    "folder/kept.md": "old\n",
    ".env": "KEY=1\n",
    ".huddle/team.json": "{}\n",
  });
  const { path } = place;
  await put(join(path, "binary.png"), Buffer.from([0x89, 0x50, 0, 1]));
  await put(join(path, "latin.txt"), Buffer.from([0x66, 0xfc, 0x72]));
  await put(join(path, "huge.txt"), "");
  await truncate(join(path, "huge.txt"), 3 * 1024 ** 2);
  await symlink("folder/kept.md", join(path, "link.md"));
  await symlink("/etc/hosts", join(path, "out.md"));
  await symlink("none.md", join(path, "nowhere.md"));
  await symlink("folder", join(path, "to-folder"));
  execFileSync("mkfifo", [join(path, "pipe")]);
  return place;
}

const shown = "1\told";
const secret = /^✗ .env may hold secrets/;
const git = /^✗ .git\/config belongs to git/;
const huddle = /^✗ .huddle\/team.json is Huddle's own/;
const link = /^✗ link.md is a link to folder\/kept.md. Use that path/;
const out = /^✗ out.md is a link that leads out/;
const nowhere = /^✗ nowhere.md is a link that leads nowhere\.$/;
const toFolder = /^✗ to-folder is a link to folder. Use that path/;
const pipe = /^✗ pipe is neither a file nor a folder/;
const folder = /^✗ folder is a folder\./;
const noCapital = "✗ There is no file at capital.md, but there is Capital.md. Capitals count.";
const mv = "move_file moves text files; mv, by run_command, moves any.";

type Cell = string | RegExp;
const table: Readonly<
  Record<string, readonly [read: Cell, edit: Cell, write: Cell, from: Cell, to: Cell, gone: Cell]>
> = {
  "text.md": [
    shown,
    "Edited text.md:\n1\tnew",
    "Wrote text.md, 4 characters.",
    "Moved text.md to there.md.",
    "✗ There is a file at text.md already. Choose another path, or delete that file first.",
    "Deleted text.md.",
  ],
  "missing.md": [
    "✗ There is no file at missing.md. List its folder first.",
    "✗ There is no file at missing.md. Use write_file to create it.",
    "Wrote missing.md, 4 characters.",
    "✗ There is no file at missing.md. List its folder first.",
    "Moved source.md to missing.md.",
    "✗ There is no file at missing.md. List its folder first.",
  ],
  "capital.md": [
    noCapital,
    noCapital,
    /^✗ Capital.md is there already\. capital.md differs from it in capitals alone, .*Use Capital.md\.$/,
    noCapital,
    /^✗ Capital.md is there already/,
    noCapital,
  ],
  "binary.png": [
    "✗ binary.png is a binary file.",
    "✗ binary.png is a binary file.",
    "✗ binary.png is a binary file.",
    `✗ binary.png is a binary file. ${mv}`,
    /^✗ There is a file at binary.png already/,
    "Deleted binary.png.",
  ],
  "latin.txt": [
    /^✗ latin.txt is not UTF-8 text/,
    /^✗ latin.txt is not UTF-8 text/,
    /^✗ latin.txt is not UTF-8 text/,
    /^✗ latin.txt is not UTF-8 text.* mv, by run_command, moves any/,
    /^✗ There is a file at latin.txt already/,
    "Deleted latin.txt.",
  ],
  "huge.txt": [
    /^✗ huge.txt has 3145728 bytes/,
    /^✗ huge.txt has 3145728 bytes/,
    /^✗ huge.txt has 3145728 bytes/,
    /^✗ huge.txt has 3145728 bytes.* mv, by run_command, moves any/,
    /^✗ There is a file at huge.txt already/,
    "Deleted huge.txt.",
  ],
  folder: [
    "✗ folder is a folder. List it instead.",
    folder,
    folder,
    "✗ folder is a folder. Name its files one by one.",
    "✗ folder is a folder. Give the whole new path, with the name of the file.",
    "✗ folder is a folder. Name its files one by one.",
  ],
  "link.md": [
    shown,
    link,
    link,
    `✗ link.md is a link to folder/kept.md. ${mv}`,
    link,
    "Deleted link.md, which was a link to folder/kept.md.",
  ],
  "out.md": [
    out,
    out,
    out,
    `✗ out.md is a link to /etc/hosts. ${mv}`,
    out,
    "Deleted out.md, which was a link to /etc/hosts.",
  ],
  "nowhere.md": [
    nowhere,
    nowhere,
    nowhere,
    `✗ nowhere.md is a link to none.md. ${mv}`,
    nowhere,
    "Deleted nowhere.md, which was a link to none.md.",
  ],
  "to-folder/kept.md": [shown, toFolder, toFolder, toFolder, toFolder, toFolder],
  pipe: [pipe, pipe, pipe, pipe, pipe, pipe],
  ".env": [secret, secret, secret, secret, secret, secret],
  ".git/config": [git, git, git, git, git, git],
  ".huddle/team.json": [huddle, huddle, huddle, huddle, huddle, huddle],
  "../up.md": [/^✗ .*goes through/, /^✗ /, /^✗ /, /^✗ /, /^✗ .*goes through/, /^✗ .*goes through/],
  "/etc/hosts": [/^✗ .*absolute path/, /^✗ /, /^✗ /, /^✗ /, /^✗ .*absolute path/, /^✗ .*absolute path/],
  "new\tname.md": [
    /^✗ There is no file/,
    /^✗ There is no file/,
    "✗ The name of a new file is one line without tabs.",
    /^✗ There is no file/,
    "✗ The name of a new file is one line without tabs.",
    /^✗ There is no file/,
  ],
};

test.each<[name: string, at: number, tool: string, input: (path: string) => object]>([
  ["read_file", 0, "read_file", (path) => ({ path })],
  ["edit_file", 1, "edit_file", (path) => ({ path, find: "old", replace: "new" })],
  ["write_file", 2, "write_file", (path) => ({ path, content: "new\n" })],
  ["move_file from", 3, "move_file", (from) => ({ from, to: "there.md" })],
  ["move_file to", 4, "move_file", (to) => ({ from: "source.md", to })],
  ["delete_file", 5, "delete_file", (path) => ({ path })],
])("%s has words for every shape, and a refusal changes nothing", async (_, at, tool, input) => {
  const { path, play } = await shapes();
  for (const [shape, words] of Object.entries(table)) {
    await put(join(path, "source.md"), "source\n");
    const before = await seen(path);
    const told = await play(tool, input(shape));
    const wanted = words[at] ?? "";
    if (typeof wanted === "string") expect(told, shape).toBe(wanted);
    else expect(told, shape).toMatch(wanted);
    if (told.startsWith("✗")) expect(await seen(path), shape).toEqual(before);
  }
  if (tool === "delete_file") expect(await readFile(join(path, "folder/kept.md"), "utf8")).toBe("old\n");
});

async function seen(path: string): Promise<readonly string[]> {
  const names = await readdir(path, { recursive: true });
  const text = await readFile(join(path, "text.md"), "utf8").catch(() => "gone");
  return [...names.sort(), text];
}

test("a moved file keeps its mode, its line ends and its characters, and empty folders go", async () => {
  const { path, play } = await played({ "bin/deep/tool.sh": "#!/bin/sh\r\necho \ufeffü\r\n" });
  await chmod(join(path, "bin/deep/tool.sh"), 0o755);
  expect(await play("move_file", { source: "bin/deep/tool.sh", destination: "new/place/tool.sh" })).toBe(
    "Moved bin/deep/tool.sh to new/place/tool.sh.",
  );
  expect(await readFile(join(path, "new/place/tool.sh"), "utf8")).toBe("#!/bin/sh\r\necho \ufeffü\r\n");
  expect((await stat(join(path, "new/place/tool.sh"))).mode & 0o111).toBe(0o111);
  expect(await readdir(path)).toEqual([".git", "new", "src"]);
});

test("a name can change in its capitals alone, and not onto itself", async () => {
  const { path, play } = await played({ "readme.md": "a\n", "Docs/a.md": "b\n" });
  expect(await play("move_file", { from: "./readme.md", to: "README.md" })).toMatch(/^Moved/);
  expect((await readdir(path)).filter((name) => /readme/i.test(name))).toEqual(["README.md"]);
  expect(await play("move_file", { from: "README.md", to: "./README.md" })).toMatch(/^✗ README.md is there/);
  for (const to of ["none/", "none/.", "./"])
    expect(await play("move_file", { from: "README.md", to })).toMatch(
      /^✗ .* names a folder\. Give the whole/,
    );
  expect(await play("write_file", { path: "docs/new.md", content: "" })).toMatch(/^✗ Docs is there already/);
});

test("a file is made executable, or not, without a word of its text", async () => {
  const { path, play } = await played({ "run.sh": "#!/bin/sh\n" });
  const mode = async () => (await stat(join(path, "run.sh"))).mode & 0o777;
  expect(await play("edit_file", { path: "run.sh", executable: true })).toBe("Edited run.sh, executable.");
  expect(await mode()).toBe(0o755);
  expect(await play("edit_file", { path: "run.sh", executable: false })).toBe(
    "Edited run.sh, not executable.",
  );
  expect(await mode()).toBe(0o644);
  expect(await play("edit_file", { path: "run.sh", edits: [] })).toMatch(/^✗ Nothing to edit/);
});

test.each([
  ["a, b.txt", '"a, b.txt"'],
  ["a b.txt", '"a b.txt"'],
  ["it's: c.txt", '"it\'s: c.txt"'],
])(
  "the file %s is named so that nobody takes it for two, or for a part of the sentence",
  async (name, shown) => {
    const { play } = await played({ "from.md": "old\n" });
    expect(await play("write_file", { path: name, content: "x\n" })).toBe(`Wrote ${shown}, 2 characters.`);
    expect(await play("edit_file", { path: name, find: "x", replace: "y" })).toBe(`Edited ${shown}:\n1\ty`);
    expect(await play("delete_file", { path: name })).toBe(`Deleted ${shown}.`);
    expect(await play("move_file", { from: "from.md", to: name })).toBe(`Moved from.md to ${shown}.`);
  },
);
