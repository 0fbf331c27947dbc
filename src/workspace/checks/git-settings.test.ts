import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { runAlone } from "../../../test/support/run-alone.ts";
import { readSettings, undoSettings } from "./git-settings.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `h${1000 + index}`);

async function manyHooks(count: number): Promise<string> {
  const folder = await emptyPlace();
  await mkdir(join(folder, "hooks"));
  await writeFile(join(folder, "config"), "[core]\n");
  for (const name of numbered(count)) await writeFile(join(folder, "hooks", name), "x");
  return folder;
}

test("10.41: of a folder with too many hooks, the content of 500 entries is kept, the first by name", async () => {
  const settings = await readSettings(await manyHooks(510));
  expect(Object.keys(settings)).toEqual(["config", ...numbered(510).map((name) => `hooks/${name}`)]);
  expect(settings["hooks/h1498"]).toMatchObject({ kind: "file" });
  expect(settings["hooks/h1499"]).toEqual({ kind: "large", size: 1 });
});

test("of too many hooks, none is taken for another because one was added or removed", async () => {
  const folder = await manyHooks(510);
  const before = await readSettings(folder);
  await rm(join(folder, "hooks/h1000"));
  await writeFile(join(folder, "hooks/a"), "evil");
  await writeFile(join(folder, "hooks/h1505"), "evil");
  expect(await undoSettings(folder, before)).toEqual([
    "hooks/a (added)",
    "hooks/h1000",
    "hooks/h1505 (one of too many to be put back)",
  ]);
  expect(await readdir(join(folder, "hooks"))).toEqual(numbered(510));
});

test("settings that could not be read are not taken for settings that were not there", async () => {
  const folder = await manyHooks(3);
  const script = `
    import { openSync } from "node:fs";
    import { readSettings, undoSettings } from "./it.mjs";
    try { for (;;) openSync("/dev/null"); } catch {} // until no more can be opened
    const told = await readSettings(${JSON.stringify(folder)}).catch(({ code }) => code);
    console.log(JSON.stringify(told));
  `;
  const few = ["sh", "-c", 'ulimit -n 64; exec "$@"', "few"];
  expect(await runAlone("src/workspace/checks/git-settings.ts", script, few)).toBe("EMFILE");
});

test("a hook that may not be read, before or after, is never removed", async () => {
  const folder = await manyHooks(1);
  const hook = { "hooks/h1000": { kind: "unread" as const } };
  const { config } = await readSettings(folder);
  expect(await undoSettings(folder, { ...(config && { config }), ...hook })).toEqual([
    "hooks/h1000 (it could not be read before, so it is not put back)",
  ]);
  expect(await readdir(join(folder, "hooks"))).toEqual(["h1000"]);
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

test("a key is taken back out of a configuration that is not UTF-8, and its other bytes stay", async () => {
  const folder = await emptyPlace();
  const config = join(folder, "config");
  const name = Buffer.from("[user]\n\tname = J\xfcrg\n", "latin1");
  await writeFile(config, name);
  const before = await readSettings(folder);
  await writeFile(config, Buffer.concat([name, Buffer.from("[alias]\n\tst = evil\n")]));
  expect(await undoSettings(folder, before)).toEqual(["config (alias.st)"]);
  expect(await readFile(config)).toEqual(name);
});

test("of a configuration in UTF-8, what is told stays readable", async () => {
  const folder = await emptyPlace();
  const config = join(folder, "config");
  await writeFile(config, "");
  const before = await readSettings(folder);
  await writeFile(config, '[core]\n\thooksPath = häkchen\n[alias "größe"]\n\tst = x\n');
  expect(await undoSettings(folder, before)).toEqual(["config (core.hooksPath = häkchen, alias.größe.st)"]);
});
