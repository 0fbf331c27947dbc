import { chmod, mkdir, mkdtemp, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SettingPath, SettingsPlace } from "../../core/views/settings/settings-file.ts";
import { openSettingsFiles } from "./settings-files.ts";

const team = '{\n    "pace":  "auto",\n    "checks": { "full": [ { "run": "make test" } ] }\n}\n';

async function place(texts: { project?: string; own?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "settings-"));
  const paths = { project: join(folder, ".huddle", "team.json"), own: join(folder, "own", "config.json") };
  for (const [which, text] of Object.entries(texts)) {
    // The keys of both are the same.
    const path = paths[which as SettingsPlace];
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, text, { mode: 0o644 });
  }
  const files = openSettingsFiles({
    root: folder,
    config: join(folder, "own"),
    committed: async () => undefined,
  });
  const set = async (where: SettingsPlace, path: SettingPath, value: unknown) =>
    files.change({ place: where, path, value, seen: (await files.read(where)).mark });
  return { folder, paths, files, set };
}

describe("reading", () => {
  test("a file that is not there says nothing, and is no fault", async () => {
    const { files } = await place();
    for (const where of ["project", "own"] as const)
      expect(await files.read(where)).toMatchObject({ exists: false, value: {}, faults: [] });
  });

  test("what the schema allows is known, with its words", async () => {
    const { shape } = await (await place()).files.read("project");
    expect(shape).toMatchObject({
      kind: "group",
      fields: {
        pace: { kind: "choice", of: ["careful", "normal", "auto"], about: /* in words */ expect.any(String) },
        parallel: { kind: "number" },
        turns: { kind: "free" },
        write: { kind: "group", fields: { deny: { kind: "list", of: { kind: "text" } } } },
        checks: { fields: { full: { of: { kind: "group", required: ["run"] } } } },
      },
    });
  });

  test("faults are told with line and field; what is not JSON has no value", async () => {
    const { files } = await place({ project: '{\n  "pace": "slow",\n  "mine": 1\n}', own: '{ "a": 1, }' });
    expect(await files.read("project")).toMatchObject({
      value: { pace: "slow" },
      faults: [
        expect.stringMatching(/^line 2, pace: /),
        expect.stringMatching(/^line 3, mine: there is no such/),
      ],
    });
    expect(await files.read("own")).toMatchObject({
      value: {},
      faults: ["line 1, column 11: this is not JSON (there is an extra comma before this })"],
    });
  });

  test("no key leaves the file, wherever it stands in it", async () => {
    const own = {
      keys: { anthropic: "sk-one" },
      endpoints: { mine: { baseUrl: "http://localhost:1/v1", key: "sk-two" } },
      kyes: { openai: "sk-three" },
      budget: { apikey: "sk-four" },
    };
    const { files } = await place({ own: JSON.stringify(own) });
    const found = await files.read("own");
    expect(JSON.stringify(found)).not.toContain("sk-");
    expect(found.value).toMatchObject({ endpoints: { mine: { baseUrl: "http://localhost:1/v1" } } });
  });
});

describe("changing", () => {
  test("writes exactly that, in the layout of the file", async () => {
    const { paths, set } = await place({ project: team });
    expect(await set("project", ["pace"], "careful")).toBe(paths.project);
    expect(await readFile(paths.project, "utf8")).toBe(team.replace("auto", "careful"));
  });

  test("makes a file where there is none; the person's own is for their eyes only", async () => {
    const { paths, set } = await place();
    await set("project", ["checks", "full", 0], { run: "make" });
    expect(JSON.parse(await readFile(paths.project, "utf8"))).toEqual({
      checks: { full: [{ run: "make" }] },
    });
    await set("own", ["budget", "iteration"], 3);
    expect(JSON.parse(await readFile(paths.own, "utf8"))).toEqual({ budget: { iteration: 3 } });
    expect((await stat(paths.own)).mode & 0o777).toBe(0o600);
  });

  test.each<[place: SettingsPlace, path: SettingPath, value: unknown, words: RegExp]>([
    ["project", ["pace"], "slow", /pace: .*careful/],
    ["project", ["parallel"], 99, /parallel: /],
    ["project", ["write", "deny", 0], "a[", /write\.deny\[0\]: /],
    ["project", ["mine"], 1, /mine: there is no such field here; the fields are: /],
    ["project", ["checks", "full", 0, "run"], undefined, /checks\.full\[0\]\.run: /],
    ["own", ["models", "strong"], "claude", /models\.strong: .*provider\/model/],
    ["own", ["budget", "iteration"], -1, /budget\.iteration: /],
  ])("%s: %j cannot be %j, and nothing is written", async (where, path, value, words) => {
    const { paths, set } = await place({ project: team, own: "{}" });
    await expect(set(where, path, value)).rejects.toThrow(words);
    await expect(set(where, path, value)).rejects.toThrow(`Nothing was written to ${paths[where]}:`);
    expect(await readFile(paths.project, "utf8")).toBe(team);
    expect(await readFile(paths.own, "utf8")).toBe("{}");
  });

  test("what was wrong before stays, and keeps nothing from being mended", async () => {
    const { paths, files, set } = await place({ project: '{ "mine": 1, "pace": "slow" }' });
    await set("project", ["pace"], "auto");
    expect(await readFile(paths.project, "utf8")).toBe('{ "mine": 1, "pace": "auto" }');
    expect((await files.read("project")).faults).toHaveLength(1);
  });

  test("a file that has changed since the person looked is left as it is", async () => {
    const { paths, files } = await place({ project: team });
    const { mark: seen } = await files.read("project");
    await writeFile(paths.project, `${team}\n`);
    await expect(files.change({ place: "project", path: ["pace"], value: "normal", seen })).rejects.toThrow(
      "has changed since you looked",
    );
    expect(await readFile(paths.project, "utf8")).toBe(`${team}\n`);
  });

  test("what is not JSON is not touched", async () => {
    const { paths, set } = await place({ own: "{ // mine\n}" });
    await expect(set("own", ["wait"], "30m")).rejects.toThrow("comments are not allowed");
    expect(await readFile(paths.own, "utf8")).toBe("{ // mine\n}");
  });

  test("a link stays a link", async () => {
    const { folder, paths, set } = await place();
    await mkdir(join(folder, ".huddle"));
    await writeFile(join(folder, "shared.json"), team);
    await symlink(join(folder, "shared.json"), paths.project);
    await set("project", ["pace"], "normal");
    expect(await readFile(join(folder, "shared.json"), "utf8")).toContain("normal");
  });

  test("a folder that cannot be written is said so", async () => {
    const { folder, set } = await place({ project: team });
    await chmod(join(folder, ".huddle"), 0o500);
    const isRoot = process.getuid?.() === 0; // root may write anyway
    const written = set("project", ["pace"], "normal");
    if (isRoot) await written;
    else await expect(written).rejects.toThrow("you have no permission");
    await chmod(join(folder, ".huddle"), 0o700);
  });
});
