import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { readSettings } from "./git-settings.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `h${1000 + index}`);

test("10.41: of a folder with too many hooks, 500 entries are kept, the first by name", async () => {
  const folder = await emptyPlace();
  await mkdir(join(folder, "hooks"));
  await writeFile(join(folder, "config"), "[core]\n");
  for (const name of numbered(510)) await writeFile(join(folder, "hooks", name), "");
  expect(Object.keys(await readSettings(folder))).toEqual([
    "config",
    ...numbered(499).map((name) => `hooks/${name}`),
  ]);
});

test("10.41: hooks are looked for three folders deep, and what is too large is kept by its size", async () => {
  const folder = await emptyPlace();
  await mkdir(join(folder, "hooks/a/b/c"), { recursive: true });
  for (const path of ["one", "a/two", "a/b/three", "a/b/c/four"])
    await writeFile(join(folder, "hooks", path), "");
  await writeFile(join(folder, "hooks/fits"), "x".repeat(512 * 1024));
  await writeFile(join(folder, "hooks/large"), "x".repeat(512 * 1024 + 1));
  const settings = await readSettings(folder);
  expect(Object.keys(settings).sort()).toEqual(
    ["a/b/three", "a/two", "fits", "large", "one"].map((name) => `hooks/${name}`),
  );
  expect(settings["hooks/fits"]).toMatchObject({ kind: "file" });
  expect(settings["hooks/large"]).toEqual({ kind: "large", size: 512 * 1024 + 1 });
});
