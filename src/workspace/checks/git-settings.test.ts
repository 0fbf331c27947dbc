import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
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

describe("what differs is put back and told", () => {
  /** A folder of git with these files, as it was before, and as it is after a change. */
  async function changed(
    files: Readonly<Record<string, string>>,
    change: (at: (name: string) => string) => Promise<unknown>,
    mayUndo?: (changedAtMs: number) => boolean,
  ) {
    const folder = await emptyPlace();
    await writeFiles(folder, files);
    const before = await readSettings(folder);
    await change((name) => join(folder, name));
    const told = await undoSettings(folder, before, mayUndo);
    const after = await readSettings(folder);
    return { told, isBack: JSON.stringify(after) === JSON.stringify(before), folder, before };
  }

  const config = "[core]\n\tbare = false\n";
  const all = {
    config,
    "config.worktree": "[a]\n",
    "info/attributes": "a",
    "info/exclude": "b",
    "info/grafts": "c",
    "hooks/pre-push": "#!/bin/sh\n",
  };
  const follows = '[branch "x"]\n\tremote = origin\n';

  test.each<
    [what: string, change: (at: (name: string) => string) => Promise<unknown>, told: readonly string[]]
  >([
    ["nothing", async () => {}, []],
    ["a file that was changed", (at) => writeFile(at("info/exclude"), "x"), ["info/exclude"]],
    ["a file that is gone", (at) => rm(at("info/grafts")), ["info/grafts"]],
    [
      "a folder that is gone",
      (at) => rm(at("info"), { recursive: true }),
      ["info/attributes", "info/exclude", "info/grafts"],
    ],
    [
      "a folder in place of a file",
      (at) => rm(at("config.worktree")).then(() => mkdir(at("config.worktree/x"), { recursive: true })),
      ["config.worktree"],
    ],
    ["a mode", (at) => chmod(at("hooks/pre-push"), 0o700), ["hooks/pre-push"]],
    ["the mode of the configuration", (at) => chmod(at("config"), 0o600), ["config"]],
    ["a hook that was added", (at) => writeFile(at("hooks/new"), "x"), ["hooks/new (added)"]],
    ["a link that was added", (at) => symlink("/evil", at("hooks/new")), ["hooks/new (added)"]],
    [
      "a link in place of a file",
      (at) => rm(at("hooks/pre-push")).then(() => symlink("/evil", at("hooks/pre-push"))),
      ["hooks/pre-push"],
    ],
    [
      "a configuration without keys",
      (at) => writeFile(at("config"), `# hi\n${config}`),
      ["config (its text)"],
    ],
    ["a key", (at) => writeFile(at("config"), `${config}[x]\n\ty = 1\n`), ["config (x.y)"]],
    ["the configuration itself", (at) => rm(at("config")), ["config"]],
  ])("%s", async (_, change, told) => {
    expect(await changed(all, change)).toMatchObject({ told, isBack: true });
  });

  test("but what a branch follows stays, and is not told", async () => {
    const { told, folder } = await changed(all, (at) => writeFile(at("config"), config + follows));
    expect(told).toEqual([]);
    expect(await readFile(join(folder, "config"), "utf8")).toBe(config + follows);
    const both = await changed(all, (at) => writeFile(at("config"), `${config}${follows}[x]\n\ty = 1\n`));
    expect(both.told).toEqual(["config (x.y)"]);
    expect(await readFile(join(both.folder, "config"), "utf8")).toBe(config + follows);
  });

  test("a link that was there comes back, whatever is in its place", async () => {
    const folder = await emptyPlace();
    await mkdir(join(folder, "hooks"));
    await symlink("../mine", join(folder, "hooks/pre-push"));
    const before = await readSettings(folder);
    expect(before).toEqual({ "hooks/pre-push": { kind: "link", target: "../mine" } });
    await rm(join(folder, "hooks/pre-push"));
    await mkdir(join(folder, "hooks/pre-push/x"), { recursive: true });
    expect(await undoSettings(folder, before)).toEqual(["hooks/pre-push"]);
    expect(await readSettings(folder)).toEqual(before);
  });

  test("only if it was changed when it may be put back", async () => {
    const times: number[] = [];
    const late = await changed(
      all,
      (at) => writeFile(at("info/exclude"), "x"),
      (ms) => times.push(ms) < 0,
    );
    expect(late).toMatchObject({ told: [], isBack: false });
    const { ctimeMs } = await lstat(join(late.folder, "info/exclude"));
    expect(times).toEqual([ctimeMs]);
    const gone = await changed(
      all,
      (at) => rm(at("info/exclude")),
      (ms) => times.push(ms) < 0,
    );
    expect(times[1]).toBe((await lstat(join(gone.folder, "info"))).ctimeMs);
  });

  test("one that is too large is only told", async () => {
    const large = "x".repeat(512 * 1024 + 1);
    const { told, isBack } = await changed({ "hooks/large": large }, (at) =>
      writeFile(at("hooks/large"), "x"),
    );
    expect({ told, isBack }).toEqual({ told: ["hooks/large (too large to be put back)"], isBack: false });
  });

  test("a lock is no setting, and one that stood there before keeps what it locks", async () => {
    const { told } = await changed(all, (at) => writeFile(at("config.lock"), ""));
    expect(told).toEqual([]);
    const locked = await changed({ ...all, "info/exclude.lock": "" }, (at) =>
      writeFile(at("info/exclude"), "x"),
    );
    expect(locked.told).toEqual(["info/exclude (not put back: EEXIST)"]);
  });

  test.each([500, 502])("of %i changes, those beyond 500 are counted", async (count) => {
    const unread = numbered(count).map((name) => [`hooks/${name}`, { kind: "unread" }] as const);
    const told = await undoSettings(await emptyPlace(), Object.fromEntries(unread));
    expect(told).toHaveLength(count === 500 ? 500 : 501);
    expect(told.at(499)).toMatch(/^hooks\/h1499 /);
    expect(told.at(500)).toBe(count === 500 ? undefined : "and 2 more");
  });
});
