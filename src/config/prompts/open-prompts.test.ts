import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openPrompts } from "./open-prompts.ts";

const shipped = "prompts";

/** A project with these files in `.huddle/prompts`. */
async function project(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const root = await mkdtemp(join(tmpdir(), "prompts-"));
  const folder = join(root, ".huddle/prompts");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return { root, folder, prompts: openPrompts({ shipped, root }) };
}

const faultsOf = async (files: Readonly<Record<string, string | Uint8Array>>) =>
  (await (await project(files)).prompts.load()).faults;

test("what ships is read, and the project's own in its place", async () => {
  const { prompts } = await project({ "coach.md": "\ufeffBe\r\nkind.\n", ".DS_Store": "x" });
  expect(await prompts.read("coach.md")).toBe("Be\nkind.\n");
  expect(await prompts.read("team.md")).toBe(await readFile("prompts/team.md", "utf8"));
  await expect(prompts.read("no.md")).rejects.toMatchObject({ code: "prompt.missing" });
  await expect(prompts.read("../package.json")).rejects.toMatchObject({ code: "prompt.missing" });
});

test("a file that is deleted is the one that ships again, in the same run", async () => {
  const { prompts, folder } = await project({ "coach.md": "Mine." });
  expect(await prompts.read("coach.md")).toBe("Mine.");
  execFileSync("rm", [join(folder, "coach.md")]);
  expect(await prompts.read("coach.md")).toContain("You are the coach.");
});

test("nothing is read while any of the project's files is wrong, and all that is wrong is told at once", async () => {
  const { prompts } = await project({
    "team.md": "fine",
    "coach.md": "one\n{{title}}",
    "kickoff-planning.md": "{{titel}}",
    "coaches.md": "x",
  });
  const error = await prompts.read("team.md").catch((one: unknown) => one);
  expect(error).toMatchObject({ code: "config.invalid" });
  expect((error as Error).message.split("\n")).toEqual([
    "Some of the project's own prompts are invalid:",
    "  .huddle/prompts/coaches.md: there is no prompt of this name",
    "  .huddle/prompts/coach.md, line 2: there is no variable {{title}} here; this file has none",
    "  .huddle/prompts/kickoff-planning.md, line 1: there is no variable {{titel}} here; this file has {{title}}",
    expect.stringContaining("delete it"),
  ]);
});

describe("refused, with file and line, is", () => {
  test.each<[what: string, name: string, content: string | Uint8Array, fault: string]>([
    [
      "a name nearly right",
      "Coach.md",
      "x",
      "Coach.md: there is no prompt of this name; did you mean coach.md?",
    ],
    [
      "a name without its ending",
      "coach",
      "x",
      "coach: there is no prompt of this name; did you mean coach.md?",
    ],
    ["a file that is empty", "coach.md", " \n\n", "coach.md: this is empty"],
    [
      "a file that is too large",
      "coach.md",
      "x".repeat(16_385),
      "coach.md: 16385 bytes are too many; at most 16384 are allowed, because each request pays for all of them",
    ],
    [
      "what is not UTF-8",
      "coach.md",
      Buffer.from("fine\nf\xfcr\n", "latin1"),
      "coach.md, line 2: this is not text in UTF-8",
    ],
    [
      "what is not text",
      "coach.md",
      "a\n\0b",
      "coach.md, line 2: this is not text: it contains a NUL character",
    ],
    ["a folder", "coach.md/x", "x", "coach.md: this is not a file"],
    [
      "a schema that is not JSON",
      "scope.schema.json",
      '{\n  "type": object\n}',
      "scope.schema.json, line 2, column 11: this is not JSON",
    ],
    [
      "a schema that is a list",
      "scope.schema.json",
      "[]",
      "scope.schema.json, line 1, the whole file: must be an object in { }",
    ],
  ])("%s", async (_, name, content, fault) => {
    const [first, ...more] = await faultsOf({ [name]: content });
    expect(first).toContain(`.huddle/prompts/${fault}`);
    expect(more).toEqual([]);
  });

  test("a field added to a schema, by its place in the file", async () => {
    const text = await readFile("prompts/scope.schema.json", "utf8");
    const own = text.replace('"id": {', '"owner": { "type": "string" },\n          "id": {');
    const line = text.slice(0, text.indexOf('"id": {')).split("\n").length;
    expect(await faultsOf({ "scope.schema.json": own })).toEqual([
      `.huddle/prompts/scope.schema.json, line ${line}, properties.requirements.items.properties.owner: there is no such field here; the fields are: id, text, accepted`,
    ]);
  });

  test("a link that leads out, nowhere, or to what is no file; one that stays inside is followed", async () => {
    const { folder, prompts, root } = await project({ "engineer.md": "Mine." });
    await writeFile(join(root, "secret"), "key");
    await symlink("../../secret", join(folder, "coach.md"));
    await symlink("nowhere", join(folder, "team.md"));
    await symlink("engineer.md", join(folder, "architect.md"));
    execFileSync("mkfifo", [join(folder, "review.md")]);
    const set = await prompts.load();
    expect(set.faults).toEqual([
      ".huddle/prompts/coach.md: this link leads out of the folder. Put the text here",
      ".huddle/prompts/review.md: this is not a file",
      ".huddle/prompts/team.md: this link leads nowhere",
    ]);
    expect(set.files.find(({ name }) => name === "architect.md")?.own?.text).toBe("Mine.");
    expect(JSON.stringify(set)).not.toContain("key");
  });

  test("a folder that is a link out of the project, or no folder", async () => {
    const elsewhere = await project({ "coach.md": "Theirs." });
    const { root, prompts } = await project();
    await mkdir(join(root, ".huddle"));
    await symlink(elsewhere.folder, join(root, ".huddle/prompts"));
    expect((await prompts.load()).faults).toEqual([
      ".huddle/prompts is a link that leads out of the project. Put a folder there.",
    ]);
    const other = await project();
    await mkdir(join(other.root, ".huddle"));
    await writeFile(join(other.root, ".huddle/prompts"), "x");
    expect((await other.prompts.load()).faults).toEqual([".huddle/prompts is not a folder"]);
  });

  test("a file that may not be read", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may read everything");
    const { folder, prompts } = await project({ "coach.md": "x" });
    await chmod(join(folder, "coach.md"), 0);
    expect((await prompts.load()).faults).toEqual([".huddle/prompts/coach.md: this cannot be read (EACCES)"]);
  });
});
