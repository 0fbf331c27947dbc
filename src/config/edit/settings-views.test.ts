import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bareRows, expectHarmless, hostileTexts } from "../../../test/support/harmless-rows.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { type Setting, settingSections } from "../../core/views/settings/setting-list.ts";
import type { SettingsFile, Shape } from "../../core/views/settings/settings-file.ts";
import { aboutSetting, faultRows, settingsRows } from "../../core/views/settings/settings-rows.ts";
import { choicesOf, typedForm, typedSetting } from "../../core/views/settings/typed-setting.ts";
import { openSettingsFiles } from "./settings-files.ts";

const project = {
  team: { engineers: [{ name: "mara", style: "asks" }, { name: "jonas" }], coach: false },
  models: { engineer: "strong" },
  pace: "auto",
  turns: { planning: 4 },
  write: { deny: ["secret/**"] },
  checks: { full: [{ run: "make test", name: "test" }], timeout: "10m" },
};
const own = {
  models: { strong: "a/b" },
  keys: { anthropic: "sk-one" },
  budget: { iteration: 3, do: { tokens: 9 } },
  windows: { "ollama/x": 4096 },
};

async function place(texts: { readonly project?: unknown; readonly own?: unknown } = { project, own }) {
  const folder = await mkdtemp(join(tmpdir(), "settings-"));
  await mkdir(join(folder, ".huddle"));
  if (texts.project) await writeFile(join(folder, ".huddle", "team.json"), JSON.stringify(texts.project));
  if (texts.own) await writeFile(join(folder, "config.json"), JSON.stringify(texts.own), { mode: 0o600 });
  const files = openSettingsFiles({ root: folder, config: folder, committed: async () => undefined });
  const read = async () => [await files.read("project"), await files.read("own")];
  return { folder, files, read };
}

const all = (files: readonly SettingsFile[]) => settingSections(files).flatMap(({ settings }) => settings);
const layout = { width: 80, height: 500, selected: 0, paint: painter(false) };

function named(settings: readonly Setting[], name: string): Setting {
  const found = settings.find((one) => one.name === name);
  if (!found) throw new Error(`no setting ${name}`);
  return found;
}

function tops(shape: Shape): readonly string[] {
  return shape.kind === "group" ? Object.keys(shape.fields) : [];
}

test("every field of both files is there, set or not, and a subject holds both files", async () => {
  for (const texts of [{}, { project, own }]) {
    const files = await (await place(texts)).read();
    for (const { place: which, shape } of files) {
      const shown = new Set(all(files).flatMap((one) => (one.place === which ? [one.path[0]] : [])));
      // There is nothing to look at in a table of keys that is empty.
      expect([...shown].sort()).toEqual(
        tops(shape)
          .filter((top) => top !== "keys" || texts.own !== undefined)
          .toSorted(),
      );
    }
  }
  const sections = settingSections(await (await place()).read());
  expect(sections.map(({ title }) => title)).toEqual([
    "Members",
    "Models",
    "Budgets",
    "What may be written and run",
    "Checks",
    "How the team works",
    "This machine",
  ]);
  const budgets = sections.find(({ title }) => title === "Budgets")?.settings ?? [];
  expect(new Set(budgets.map((one) => one.place))).toEqual(new Set(["project", "own"]));
});

test("a row has the name, whose file it is, and the value or what is usual", async () => {
  const rows = settingsRows(settingSections(await (await place()).read()), layout);
  const row = (start: string) =>
    rows.find((one) => one.slice(2).startsWith(`${start} `))?.replace(/ +/g, " ");
  expect(row("team.engineers[0].style")).toBe(" team.engineers[0].style repository asks");
  expect(row("team.engineers +")).toBe(undefined);
  expect(rows.find((one) => one.includes("team.engineers[2] +"))).toContain("add one");
  expect(row("team.coach")).toBe(" team.coach repository no");
  expect(row("parallel")).toBe(" parallel repository not set; 4");
  expect(row("setup")).toBe(" setup repository not set");
  expect(row("budget.do")).toBe(" budget.do repository not set; $1");
  expect(row("keys.anthropic")).toBe(" keys.anthropic yours (not shown)");
  expect(rows.join("\n")).not.toContain("sk-one");
});

describe("what is typed", () => {
  test.each<[name: string, typed: string, read: (text: string) => unknown, value: unknown]>([
    ["pace", " careful ", (text) => JSON.parse(text).pace, "careful"],
    ["team.architect", "no", (text) => JSON.parse(text).team.architect, false],
    ["parallel", "3", (text) => JSON.parse(text).parallel, 3],
    ["turns", "12", (text) => JSON.parse(text).turns, 12],
    ["turns", '{"planning": 5}', (text) => JSON.parse(text).turns, { planning: 5 }],
    ["checks.full[1]", "make lint", (text) => JSON.parse(text).checks.full[1], { run: "make lint" }],
    ["checks.full[0].run", "make all", (text) => JSON.parse(text).checks.full[0].run, "make all"],
    ["team.engineers[2]", "ada", (text) => JSON.parse(text).team.engineers[2], { name: "ada" }],
    ["write.deny[1]", "*.key", (text) => JSON.parse(text).write.deny, ["secret/**", "*.key"]],
    ["setup", "npm ci", (text) => JSON.parse(text).setup, { run: "npm ci" }],
  ])("%s: %s", async (name, typed, read, value) => {
    const { folder, files, read: look } = await place();
    const before = await look();
    const wanted = typedSetting(named(all(before), name), typed);
    if ("wrong" in wanted) throw new Error(wanted.wrong);
    await files.change({ place: "project", ...wanted, seen: before[0]?.mark ?? "" });
    expect(read(await readFile(join(folder, ".huddle", "team.json"), "utf8"))).toEqual(value);
  });

  test("one more of a table has a name and a value", async () => {
    const { folder, files, read } = await place();
    const before = await read();
    const windows = named(all(before), "windows");
    expect(typedSetting(windows, "4096")).toHaveProperty("wrong");
    expect(typedSetting(windows, "ollama/y = 8192")).toEqual({ path: ["windows", "ollama/y"], value: 8192 });
    const limits = typedSetting(named(all(before), "limits"), 'openai = {"concurrency": 2}');
    if ("wrong" in limits) throw new Error(limits.wrong);
    await files.change({ place: "own", ...limits, seen: before[1]?.mark ?? "" });
    expect(JSON.parse(await readFile(join(folder, "config.json"), "utf8"))).toEqual({
      ...own,
      limits: { openai: { concurrency: 2 } },
    });
  });

  test("whatever is typed for whichever setting, it is written, or refused in words, and what is shown can be typed", async () => {
    const { files, read } = await place();
    const settings = all(await read());
    let written = 0;
    for (const setting of settings) {
      const shown = choicesOf(setting.shape) ?? [typedForm(setting.value), "7", "x y", "{", "[1]", "a = 1"];
      for (const typed of shown) {
        const wanted = typedSetting(setting, typed);
        if ("wrong" in wanted) continue;
        const [project, own] = await read();
        const seen = (setting.place === "project" ? project : own)?.mark ?? "";
        const change = files.change({ place: setting.place, ...wanted, seen });
        await change.then(
          () => {
            written += 1;
          },
          (error: unknown) => {
            expect(error).toMatchObject({
              name: "Fault",
              message: expect.stringMatching(/Nothing was written|twice/),
            });
          },
        );
      }
    }
    expect(written).toBeGreaterThan(50);
    expect((await read()).flatMap(({ faults }) => faults)).toEqual([]);
  });
});

test("an unknown field is shown as one, and its value is not", async () => {
  const files = await (await place({ project: { ...project, kyes: "sk-two" } })).read();
  const unknown = named(all(files), "kyes");
  expect(unknown.kind).toBe("unknown");
  const rows = settingsRows(settingSections(files), layout).join("\n");
  expect(rows).toContain("unknown field; it is kept");
  expect(rows).not.toContain("sk-two");
  expect(aboutSetting(unknown, files, 80).join(" ")).toContain("a team cannot start");
  expect(faultRows(files, 1000).join(" ")).toContain("kyes: there is no such field here");
});

test("about a setting: what it is for, what can be chosen, and whose file it is", async () => {
  const files = await (await place()).read();
  const [what, choices, where] = aboutSetting(named(all(files), "pace"), files, 1000);
  expect(what).toMatch(/^pace: when Huddle asks you/);
  expect(choices).toBe("One of: careful, normal, auto");
  expect(where).toMatch(/team\.json, for all who work in this repository$/);
  const budget = all(files).find(({ name, place: which }) => name === "budget.groom" && which === "own");
  expect(budget && aboutSetting(budget, files, 1000).at(-1)).toMatch(/config\.json, for all your projects$/);
});

test.each(hostileTexts)("%j in a file stays in its row", async (text) => {
  const hostile = {
    ...project,
    write: { deny: [text] },
    team: { engineers: [{ name: text, style: text }] },
    [text]: text,
  };
  const files = await (await place({ project: hostile })).read();
  for (const [width, height] of [
    [80, 24],
    [240, 70],
  ] as const) {
    for (const selected of [0, 3, 9]) {
      const rows = settingsRows(settingSections(files), { width, height, selected, paint: painter(true) });
      expectHarmless(rows, width);
      expect(bareRows(rows).filter((row) => row.startsWith("▸"))).toHaveLength(1);
    }
    expectHarmless(faultRows(files, width), width);
    for (const setting of all(files)) expectHarmless(aboutSetting(setting, files, width), width);
  }
});
