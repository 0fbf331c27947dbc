import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import { systemError } from "../../../test/support/log-fixtures.ts";
import type { Site } from "../site.ts";
import { localDisk } from "./disk.ts";
import { readText } from "./read-text.ts";
import { writeFile } from "./write-file.ts";

let root: string;
let site: Site;
beforeEach(async () => {
  const place = await emptyPlace();
  root = join(place, "worktree");
  await mkdir(root);
  // Only this is asked of it.
  site = { folder: place, fence: 1, disk: localDisk } as unknown as Site;
});

const modeOf = async (path: string) => (await stat(join(root, path))).mode & 0o777;
const write = (path: string, content: string | undefined, executable?: boolean) =>
  writeFile(site, root, path, content, executable);

describe("a file that is written", () => {
  test.each<[before: number | undefined, executable: boolean | undefined, after: number]>([
    [undefined, undefined, 0o666 & ~process.umask()],
    [undefined, true, 0o755],
    [undefined, false, 0o644],
    [0o640, undefined, 0o640],
    [0o640, true, 0o750],
    [0o755, undefined, 0o755],
    [0o755, false, 0o644],
    [0o700, false, 0o600],
    [0o600, true, 0o700],
  ])("of the mode %o, to be executable: %s, has the mode %o", async (before, executable, after) => {
    if (before !== undefined) await localDisk.create(join(root, "a"), "old", before);
    expect(await write("a", "new", executable)).toBeUndefined();
    expect(await modeOf("a")).toBe(after);
    expect(await readFile(join(root, "a"), "utf8")).toBe("new");
    expect(await readdir(join(site.folder, "tmp.1"))).toEqual([]);
  });

  test("is whole when many are written at once, and nothing temporary is left", async () => {
    const names = Array.from({ length: 24 }, (_, index) => `folder${index % 3}/file${index}`);
    expect(await Promise.all(names.map((name) => write(name, name)))).toEqual(names.map(() => undefined));
    for (const name of names) expect(await readFile(join(root, name), "utf8")).toBe(name);
    expect(await readdir(join(site.folder, "tmp.1"))).toEqual([]);
  });

  test("is left alone where the guard says no, a folder stands, or the disk protects it", async () => {
    await writeFiles(root, { "src/a": "a" });
    expect(await write(".git/config", "x")).toMatchObject({ kind: "denied" });
    expect(await write("src", "x")).toEqual({ kind: "denied", reason: "src is a folder." });
    for (const code of ["EACCES", "EPERM"]) {
      const fails = async () => {
        throw systemError(code);
      };
      site = { ...site, disk: { ...localDisk, rename: fails, remove: fails } };
      const reason = "src/a is write-protected.";
      expect(await write("src/a", "x")).toEqual({ kind: "denied", reason });
      expect(await write("src/a", undefined)).toEqual({ kind: "denied", reason });
    }
    const full = async () => {
      throw systemError("ENOSPC");
    };
    site = { ...site, disk: { ...localDisk, create: full } };
    await expect(write("src/a", "x")).rejects.toMatchObject({ code: "ENOSPC" });
    expect(await readFile(join(root, "src/a"), "utf8")).toBe("a");
    expect(await readdir(join(site.folder, "tmp.1"))).toEqual([]);
  });
});

describe("a file that is read", () => {
  const read = (path: string) =>
    readText({ kind: "allowed", real: join(root, path), shown: path, found: "file" });

  test("says whether its owner may run it", async () => {
    await localDisk.create(join(root, "run"), "x", 0o744);
    await localDisk.create(join(root, "data"), "x", 0o655);
    expect(read("run")).toEqual({ kind: "text", text: "x", executable: true });
    expect(read("data")).toEqual({ kind: "text", text: "x" });
    expect(read("none")).toEqual({ kind: "none" });
  });

  test("may have changed since the guard looked: into a link, a folder, or behind a link", async () => {
    await writeFiles(root, { "real/a": "a" });
    await symlink("real", join(root, "folder"));
    await symlink("real/a", join(root, "link"));
    for (const path of ["link", "folder/a", "real"])
      expect(read(path)).toEqual({
        kind: "denied",
        reason: `${path} changed while it was read. Try again.`,
      });
  });

  test.runIf(existsSync("/proc/self/status"))(
    "is not cut where it has grown since its size was asked",
    () => {
      const real = `/proc/${process.pid}/status`; // a file that says it has no bytes, and has some
      expect(readText({ kind: "allowed", real, shown: "status", found: "file" })).toEqual({
        kind: "denied",
        reason: "status changed while it was read. Try again.",
      });
    },
  );

  test("has a mebibyte at most", async () => {
    await writeFiles(root, { fits: "x".repeat(1024 ** 2), large: "x".repeat(1024 ** 2 + 1) });
    expect(read("fits")).toMatchObject({ kind: "text" });
    expect(read("large")).toMatchObject({
      reason:
        "large has 1048577 bytes or more; files above 1048576 bytes are not read. Search in it instead.",
    });
  });
});
