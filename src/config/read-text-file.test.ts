import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextFile } from "./read-text-file.ts";

const place = () => mkdtemp(join(tmpdir(), "read-"));

test.each<[string, (path: string) => unknown, RegExp]>([
  ["a link to what never ends", (path) => symlink("/dev/zero", path), /a device/],
  ["a link to random bytes", (path) => symlink("/dev/urandom", path), /a device/],
  ["a pipe", (path) => execFileSync("mkfifo", [path]), /a pipe/],
  ["a folder", (path) => mkdir(path), /it is a folder/],
  ["a link to itself", (path) => symlink(path, path), /points back to itself/],
  [
    "a gigabyte of holes",
    async (path) => {
      await writeFile(path, "");
      await truncate(path, 2 ** 30);
    },
    /1073741824 bytes/,
  ],
])("10.21: %s is refused with its reason, and not read", async (_, make, why) => {
  const path = join(await place(), "team.json");
  await make(path);
  await expect(readTextFile(path)).rejects.toThrow(why);
});

test("a link to a file is followed, and one to nothing is no file", async () => {
  const folder = await place();
  await writeFile(join(folder, "a"), "text");
  await symlink("a", join(folder, "b"));
  await symlink("nothing", join(folder, "c"));
  expect(await readTextFile(join(folder, "b"))).toBe("text");
  expect(await readTextFile(join(folder, "c"))).toBeUndefined();
});
