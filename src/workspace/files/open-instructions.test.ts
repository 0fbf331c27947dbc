import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace } from "../../../test/support/git-place.ts";
import { openInstructions } from "./open-instructions.ts";

/** Instructions at a commit of these files; a value that begins with `->` is a link. */
async function instructionsIn(files: Readonly<Record<string, string | Uint8Array>>) {
  const place = await gitPlace({ "README.md": "x\n" });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(place.repository, path, ".."), { recursive: true });
    if (typeof content === "string" && content.startsWith("->"))
      await symlink(content.slice(2), join(place.repository, path));
    else await writeFile(join(place.repository, path), content);
  }
  const id = await place.commit({});
  return { ...place, id, found: await openInstructions(place)(id) };
}

test("AGENTS.md comes before CLAUDE.md, and an empty one does not count", async () => {
  const both = { "AGENTS.md": "Use tabs.\n", "CLAUDE.md": "Use spaces.\n" };
  expect((await instructionsIn(both)).found).toEqual({ file: "AGENTS.md", text: "Use tabs.\n" });
  expect((await instructionsIn({ "CLAUDE.md": "Use spaces.\n" })).found).toEqual({
    file: "CLAUDE.md",
    text: "Use spaces.\n",
  });
  expect((await instructionsIn({ ...both, "AGENTS.md": " \n" })).found).toMatchObject({ file: "CLAUDE.md" });
  expect((await instructionsIn({ "docs/AGENTS.md": "x" })).found).toBeUndefined();
  expect((await instructionsIn({ "AGENTS.md/x": "x" })).found).toBeUndefined();
});

test("they are those of the commit, whatever stands in the checkout", async () => {
  const at = await instructionsIn({ "AGENTS.md": "Committed.\n" });
  const read = openInstructions(at);
  await writeFile(join(at.repository, "AGENTS.md"), "Changed.\n");
  expect(await read(at.id)).toMatchObject({ text: "Committed.\n" });
  await rm(join(at.repository, "AGENTS.md"));
  expect(await read("HEAD")).toMatchObject({ text: "Committed.\n" });
  expect(await read("")).toBeUndefined();
  await at.commit({ "AGENTS.md": "Later.\n" });
  expect(await read("HEAD")).toMatchObject({ text: "Later.\n" });
  expect(await read(at.id)).toMatchObject({ text: "Committed.\n" });
});

test("a link inside the project is followed; one that leads out is refused and not read", async () => {
  expect(
    (await instructionsIn({ "AGENTS.md": "->docs/agents.md", "docs/agents.md": "In.\n" })).found,
  ).toEqual({
    file: "AGENTS.md",
    text: "In.\n",
  });
  for (const target of ["/etc/passwd", "../outside.md", "docs/../../outside.md"])
    expect((await instructionsIn({ "AGENTS.md": `->${target}`, "docs/x": "x" })).found).toEqual({
      file: "AGENTS.md",
      refused: "it is a link that leads out of the project",
    });
  for (const target of ["gone.md", "AGENTS.md", "README.md/x", "line\nbreak"])
    expect((await instructionsIn({ "AGENTS.md": `->${target}` })).found).toEqual({
      file: "AGENTS.md",
      refused: "it is a link that leads nowhere",
    });
  const behind = {
    "AGENTS.md": "->empty.md",
    "empty.md": "\n",
    "CLAUDE.md": "->docs/x",
    "docs/x": "Behind.\n",
  };
  expect((await instructionsIn(behind)).found).toEqual({ file: "CLAUDE.md", text: "Behind.\n" });
});

test("what nobody could read is refused, and nothing in it can steer a terminal", async () => {
  expect((await instructionsIn({ "AGENTS.md": Buffer.from("f\xfcr", "latin1") })).found).toMatchObject({
    refused: "it is not text in UTF-8",
  });
  expect((await instructionsIn({ "AGENTS.md": "x".repeat(1024 * 1024 + 1) })).found).toMatchObject({
    refused: expect.stringContaining("1048577 bytes"),
  });
  expect((await instructionsIn({ "AGENTS.md": "a\u001b[31mb\r\nc" })).found).toMatchObject({ text: "ab\nc" });
});
