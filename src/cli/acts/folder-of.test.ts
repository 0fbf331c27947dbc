import { expect, test } from "vitest";
import { folderOf } from "./folder-of.ts";

const project = { root: "/r", hasFolder: async (_: string, path: string) => path === "packages/api" };

test.each<[cwd: string, typed: string, string]>([
  ["/r", "packages/api", "packages/api"],
  ["/r", "./packages/web/../api/", "packages/api"],
  ["/r/packages", "api", "packages/api"],
  ["/r/packages/api", ".", "packages/api"],
  ["/r/packages/web", "/r/packages/api", "packages/api"],
])("in %s, --in %s is %s", async (cwd, typed, folder) => {
  expect(await folderOf({ cwd }, project, "c0ffee", typed)).toBe(folder);
});

test.each<[string, RegExp]>([
  [".", /whole repository/],
  ["", /not a folder in this repository, which is at \/r\./],
  ["..", /not a folder in this repository/],
  ["/etc", /not a folder in this repository/],
  ["../r2", /not a folder in this repository/],
  ["packages", /c0ffee.* has no folder packages\./],
  ["packages/*", /taken for a pattern/],
])("--in %j is wrong usage", async (typed, said) => {
  const asked = folderOf({ cwd: "/r" }, project, "c0ffee", typed);
  await expect(asked).rejects.toMatchObject({ code: "usage" });
  await expect(asked).rejects.toThrow(said);
});
