import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../../test/support/git-place.ts";
import { guardPath, segmentsOf } from "./guard-path.ts";

const why = (path: string) => {
  const found = segmentsOf(path);
  return Array.isArray(found) ? found : found.reason;
};

describe("the parts of a path", () => {
  test("leave out what means nothing", () => {
    expect(why("src/a.ts")).toEqual(["src", "a.ts"]);
    expect(why("./src//./a.ts/")).toEqual(["src", "a.ts"]);
    for (const root of ["", ".", "./", "././"]) expect(why(root)).toEqual([]);
    for (const odd of ["..a", "a..", "a..b", "...", "c:x", "a/c:/x", "a\\b", "a\\..b"])
      expect(why(odd)).toEqual(odd.split("/"));
  });

  test.each(["/a", "\\a", "C:\\a", "c:/a", "z:\\"])("%s is absolute", (path) => {
    expect(why(path)).toBe(`${path} is an absolute path. Give it relative to the root of the project.`);
  });

  test.each(["..", "a/..", "../a", "a/../b", "..\\a", "a\\..\\b", "a\\.."])(
    '%s goes through ".."',
    (path) => {
      expect(why(path)).toBe(`${path} goes through "..". Give the path from the root of the project.`);
    },
  );

  test("are as long as a file system allows: 255 bytes each, 2000 characters in all", () => {
    const tooLong = "This path is too long for a file name.";
    expect(why("a".repeat(255))).toHaveLength(1);
    expect(why("a".repeat(256))).toBe(tooLong);
    expect(why(`a/${"ü".repeat(127)}`)).toHaveLength(2);
    expect(why(`a/${"ü".repeat(128)}`)).toBe(tooLong);
    expect(why(`aa${"/a".repeat(999)}`)).toHaveLength(1000);
    expect(why(`aaa${"/a".repeat(999)}`)).toBe(tooLong);
    expect(why("a\0b")).toBe("A path cannot hold a NUL character.");
  });
});

describe("what is at a path", () => {
  async function look() {
    const root = await emptyPlace();
    await writeFiles(root, { "src/a.ts": "a", "b.ts": "b", ".ssh/key": "k" });
    await mkdir(join(root, "src/deep"));
    const links = {
      in: "src",
      file: "b.ts",
      self: ".",
      key: ".ssh",
      gone: "none",
      out: "..",
      deep: "src/deep",
    };
    for (const [name, target] of Object.entries(links)) await symlink(target, join(root, name));
    return async (path: string, purpose: "read" | "write" = "read") => {
      const place = guardPath(root, path, purpose);
      return place.kind === "denied"
        ? place.reason
        : [place.real.slice(root.length), place.shown, place.found];
    };
  }

  test("is told by its real path", async () => {
    const at = await look();
    expect(await at("")).toEqual(["", ".", "folder"]);
    expect(await at("src")).toEqual(["/src", "src", "folder"]);
    expect(await at("src/a.ts")).toEqual(["/src/a.ts", "src/a.ts", "file"]);
    expect(await at("src/none")).toEqual(["/src/none", "src/none", "none"]);
    expect(await at("none/x/y")).toEqual(["/none/x/y", "none/x/y", "none"]);
    expect(await at("in/a.ts")).toEqual(["/src/a.ts", "src/a.ts", "file"]);
    expect(await at("in/none/x")).toEqual(["/src/none/x", "src/none/x", "none"]);
    expect(await at("file")).toEqual(["/b.ts", "b.ts", "file"]);
    expect(await at("self")).toEqual(["", ".", "folder"]);
    expect(await at("self/in/a.ts")).toEqual(["/src/a.ts", "src/a.ts", "file"]);
  });

  test("may not be used where it leads elsewhere, or a file stands in its way", async () => {
    const at = await look();
    expect(await at("b.ts/x")).toBe("b.ts is a file, not a folder.");
    expect(await at("file/x")).toBe("file is a file, not a folder.");
    expect(await at("gone")).toBe("gone is a link that leads nowhere.");
    expect(await at("out")).toBe("out is a link that leads out of the project.");
    expect(await at("self/out/x")).toBe("self/out is a link that leads out of the project.");
    expect(await at("key")).toMatch(/^\.ssh may hold secrets/);
  });

  test("is not written through a link", async () => {
    const at = await look();
    expect(await at("src/a.ts", "write")).toEqual(["/src/a.ts", "src/a.ts", "file"]);
    expect(await at("in/a.ts", "write")).toBe("in is a link to src. Use that path; links stay as they are.");
    expect(await at("deep/x", "write")).toBe(
      "deep is a link to src/deep. Use that path; links stay as they are.",
    );
    expect(await at("self", "write")).toBe(
      "self is a link to the root. Use that path; links stay as they are.",
    );
  });

  test("in a folder that may not be entered is there, and cannot be read", async () => {
    const root = await emptyPlace();
    await writeFiles(root, { "closed/a.ts": "" });
    const isRoot = process.getuid?.() === 0;
    await chmod(root, 0o755);
    await chmod(join(root, "closed"), isRoot ? 0o700 : 0o000);
    if (isRoot) process.seteuid?.(65534); // modes do not bind root
    const found = guardPath(root, "closed/a.ts", "read");
    if (isRoot) process.seteuid?.(0);
    await chmod(join(root, "closed"), 0o700);
    expect(found).toMatchObject({
      kind: "denied",
      reason: expect.stringContaining("neither a file nor a folder that you can use"),
    });
  });
});
