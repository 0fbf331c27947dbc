import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectHarmless, hostileTexts } from "../../../test/support/harmless-rows.ts";
import { pressed, ScreenStage } from "../../../test/support/screen-stage.ts";
import type { ModelsHere } from "../../core/views/choice/model-offers.ts";
import type { SettingsFile } from "../../core/views/settings/settings-file.ts";
import { settingsScreen } from "../../core/views/settings/settings-screen.ts";
import { openSettingsFiles } from "./settings-files.ts";

const { up, down, enter, leave, tab, pageDown, pageUp } = pressed;
const remove = "\u001b[3~";

const models: ModelsHere = {
  roles: ["strong", "fast", "other"],
  members: [
    {
      member: "mara",
      role: "engineer",
      model: "acme/big",
      price: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
    },
    { member: "coach", role: "coach", model: "fast" },
  ],
  offers: [
    { provider: "acme", at: { kind: "key" }, models: [{ model: "acme/big" }, { model: "acme/small" }] },
  ],
};

const project = {
  pace: "auto",
  checks: { full: [{ run: "make test", name: "test" }] },
  team: { engineers: [{ name: "mara" }, { name: "jonas" }, { name: "ada" }] },
};

/** The screen on real files: what it wants is done, and it reads them again. */
async function desk(team: unknown = project, size = { columns: 100, rows: 30 }, colour = false) {
  const folder = await mkdtemp(join(tmpdir(), "settings-"));
  await mkdir(join(folder, ".huddle"));
  const path = join(folder, ".huddle", "team.json");
  await writeFile(path, JSON.stringify(team));
  const files = openSettingsFiles({ root: folder, config: folder, committed: async () => undefined });
  let seen: readonly SettingsFile[] = [];
  const look = async () => {
    seen = [await files.read("project"), await files.read("own")];
  };
  await look();
  const at = new ScreenStage(settingsScreen as never, {
    size,
    colour,
    reads: { settings: () => seen, models: () => models },
  });
  return {
    at,
    folder,
    path,
    /** Presses until this setting is chosen. */
    to(name: string) {
      at.press(pressed.home);
      for (let step = 0; step < 200 && !at.here.startsWith(`▸ ${name} `); step += 1) at.press(down);
      expect(at.here).toContain(name);
      return at;
    },
    async done() {
      const [want] = at.wants.splice(0);
      if (want?.kind !== "set") throw new Error(`wants ${JSON.stringify(want)}`);
      await files.change(want.change);
      await look();
    },
    read: async () => JSON.parse(await readFile(path, "utf8")),
    own: async () => JSON.parse(await readFile(join(folder, "config.json"), "utf8")),
  };
}

test("a word is chosen from a list, and only that is written", async () => {
  const { at, to, done, read } = await desk();
  to("pace").press(enter);
  expect(at.text).toContain("  careful\n  normal\n  auto");
  at.press(up, up, up, down, enter);
  await done();
  expect(await read()).toEqual({ ...project, pace: "normal" });
  expect(at.here).toMatch(/^▸ pace .* repository .* normal$/);
});

test("a value is typed over the one that is there; Escape leaves it", async () => {
  const { at, to, done, read } = await desk();
  to("checks.full[0].run").press(enter);
  expect(at.text.split("\n").at(-1)).toBe("› make test");
  at.press(leave);
  expect(at.wants).toEqual([]);
  at.press(enter, " jk x", enter);
  await done();
  expect((await read()).checks.full[0]).toEqual({ run: "make test jk x", name: "test" });
});

test("one more is added to a list by what it must have", async () => {
  const { to, done, read } = await desk();
  to("checks.full[1] +").press(enter, "make lint", enter);
  await done();
  to("team.engineers[3] +").press(enter, '[{"name":"bo"},{"name":"cy"}]', enter);
  await done();
  expect(await read()).toMatchObject({
    checks: { full: [project.checks.full[0], { run: "make lint" }] },
    team: { engineers: [{ name: "bo" }, { name: "cy" }] },
  });
});

test("a member's model is chosen, and its name and style are typed", async () => {
  const { at, to, done, read } = await desk();
  to("team.engineers[1].model").press(enter, down, enter);
  await done();
  expect((await read()).team.engineers[1]).toEqual({ name: "jonas", model: "fast" });
  for (const field of ["name", "style"]) {
    to(`team.engineers[1].${field}`).press(enter, "x", enter);
    await done();
  }
  expect((await read()).team.engineers[1]).toEqual({ name: "jonasx", model: "fast", style: "x" });
  expect(at.wants).toEqual([]);
});

test("an empty line is refused, and says what to do", async () => {
  const { at, to } = await desk();
  to("checks.full[1] +").press(enter, enter);
  expect(at.text).toContain("Type a value, or Esc to leave it as it is.");
  expect(at.wants).toEqual([]);
});

test("Delete says what would go, and the second one takes it away, with what cannot be without it", async () => {
  const { at, to, done, read } = await desk();
  to("checks.full[0].run").press(remove);
  expect(at.text).toContain("Delete again takes checks.full[0] away.");
  at.press(leave);
  expect(at.text).not.toContain("Delete again");
  at.press("x", down, up, "x");
  expect(at.wants).toEqual([]);
  at.press("x");
  await done();
  expect((await read()).checks).toEqual({ full: [] });
  to("team.engineers[2].name").press("x", "x");
  await done();
  expect((await read()).team.engineers).toEqual([{ name: "mara" }, { name: "jonas" }]);
});

test("a model is chosen from those that are here, or typed; the repository names what it is for", async () => {
  const { at, to, done, read, own } = await desk();
  to("models.strong").press(enter);
  expect(at.text).toContain("  acme/big  price unknown\n  acme/small  price unknown");
  at.press(down, enter);
  await done();
  expect(await own()).toEqual({ models: { strong: "acme/small" } });
  at.press(enter, "t");
  for (let index = 0; index < 20; index += 1) at.press("\u007f");
  at.press("other/model", enter);
  await done();
  expect(await own()).toEqual({ models: { strong: "other/model" } });
  to("models.engineer").press(enter, down, enter);
  await done();
  expect((await read()).models).toEqual({ engineer: "fast" });
});

test("a file that changed since the person began is not written over", async () => {
  const { at, to, done, path, read } = await desk();
  to("pace").press(enter, up);
  await writeFile(path, JSON.stringify({ ...project, parallel: 2 }));
  at.press(enter);
  await expect(done()).rejects.toThrow("has changed since you looked");
  expect(await read()).toEqual({ ...project, parallel: 2 });
});

test("above the settings is what they come to: who is on the team, and with which model", async () => {
  const { at } = await desk();
  expect(at.rows[0]).toBe("mara (engineer): acme/big, $1 / $2");
  expect(at.rows[1]).toBe("coach: fast, no model is set");
});

test("faults of a file are told above, and a field that nobody knows cannot be typed, but taken away", async () => {
  const { at, to, done, read } = await desk({ ...project, mine: 1 });
  expect(at.rows.join(" ")).toContain("mine: there is no such field here");
  to("mine");
  expect(() => at.press(enter)).toThrow("does nothing");
  at.press("x", "x");
  await done();
  expect(await read()).toEqual(project);
  expect(at.rows[0]).toContain("mara");
});

test("Tab goes from subject to subject, and round again", async () => {
  const { at } = await desk();
  const seen = [at.here];
  for (let step = 0; step < 7; step += 1) seen.push(at.press(tab).here);
  expect(new Set(seen).size).toBe(7);
  expect(seen.at(-1)).toBe(seen[0]);
});

test("no key leaves the list", async () => {
  const { at } = await desk();
  for (let step = 0; step < 15; step += 1) at.press(pageDown, "j");
  const last = at.here;
  expect(at.press(down).here).toBe(last);
  expect(at.press(pressed.home, pressed.end).here).toBe(last);
  for (let step = 0; step < 15; step += 1) at.press(pageUp, "k", up);
  expect(at.here).toContain("team.engineers[0].name");
});

test.each(hostileTexts)("%j in a file and in the names of models stays in its rows", async (text) => {
  for (const size of [
    { columns: 80, rows: 22 },
    { columns: 240, rows: 68 },
  ]) {
    const { at, to } = await desk(
      { ...project, checks: { full: [{ run: text, name: text }] }, [text]: text },
      size,
      true,
    );
    at.staged = {
      ...at.staged,
      reads: {
        ...at.staged.reads,
        models: () => ({
          ...models,
          members: [{ member: text, role: text, model: text }],
          offers: [{ provider: text, at: { kind: "key" }, models: [{ model: text }] }],
        }),
      },
    };
    expectHarmless(at.rows, size.columns);
    at.staged = { ...at.staged, colour: false };
    to("models.strong").press(enter);
    at.staged = { ...at.staged, colour: true };
    expectHarmless(at.rows, size.columns);
    at.press(leave, enter, "t");
    expectHarmless(at.rows, size.columns);
    expect(at.rows.length).toBeLessThanOrEqual(size.rows);
  }
});
