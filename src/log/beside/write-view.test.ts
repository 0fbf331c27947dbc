import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/log-fixtures.ts";
import { writeView } from "./write-view.ts";

test("a view stands under its name and is written again when it is missing or another one", async () => {
  const folder = await temporaryFolder();
  const path = await writeView(folder, "scope.md", "one ü\n");
  expect(path).toBe(join(folder, "scope.md"));
  expect(await readFile(path, "utf8")).toBe("one ü\n");
  await rm(path);
  await writeView(folder, "scope.md", "one ü\n");
  await writeFile(path, "somebody's own words");
  await writeView(folder, "scope.md", "two\n");
  expect(await readFile(path, "utf8")).toBe("two\n");
  expect(await readdir(folder)).toEqual(["scope.md"]);
});

test("one that fits is left alone", async () => {
  const folder = await temporaryFolder();
  const path = await writeView(folder, "scope.md", "same");
  const { ino } = await stat(path);
  await writeView(folder, "scope.md", "same");
  expect((await stat(path)).ino).toBe(ino);
});

test("something else in its place is a fault that names it, and stays", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "scope.md", "mine"), { recursive: true });
  await expect(writeView(folder, "scope.md", "text")).rejects.toMatchObject({
    code: "log.unwritable",
    message: expect.stringContaining(join(folder, "scope.md")),
  });
  expect(await readdir(join(folder, "scope.md"))).toEqual(["mine"]);
});
