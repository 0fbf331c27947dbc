import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import { processStart } from "../processes/readings/process-start.ts";
import { readSettings } from "./git-settings.ts";
import { guardSettings } from "./settings-guard.ts";

const clean = "[core]\n\tbare = false\n";
const evil = `${clean}[x]\n\ty = 1\n`;
const undone = ["config (x.y)"];

let folder: string;
let config: string;
let guards: string;
beforeEach(async () => {
  folder = await emptyPlace();
  config = join(folder, "config");
  guards = join(folder, "huddle/guard");
  await writeFile(config, clean);
});

const guard = (name: string, timeoutMs = 1000, fence = 1) =>
  guardSettings({ commonDir: async () => folder, fence }, name, timeoutMs);
const now = () => readFile(config, "utf8");
const kept = async () => JSON.parse(await readFile(join(guards, "before.json"), "utf8"));

describe("checks that run at once", () => {
  test("compare with what was before the first, and the last one leaves nothing behind", async () => {
    const first = await guard("a");
    await writeFile(config, evil);
    const second = await guard("b");
    expect((await readdir(guards)).length).toBe(3);
    expect(await first.undo()).toEqual(undone);
    expect(await now()).toBe(clean);
    expect(await readdir(guards)).toContain("before.json");
    await writeFile(config, evil);
    expect(await second.undo()).toEqual(undone);
    expect(await now()).toBe(clean);
    expect(await readdir(guards)).toEqual([]);
  });

  test("are waited for as long as the longest of them may take", async () => {
    await guard("a", 50_000);
    const { untilMs } = await kept();
    await guard("b", 1);
    expect((await kept()).untilMs).toBe(untilMs);
    await guard("c", 100_000);
    expect((await kept()).untilMs).toBeGreaterThanOrEqual(untilMs + 50_000);
    expect((await kept()).settings).toEqual(await readSettings(folder));
    expect((await readdir(guards)).filter((name) => name.startsWith("before.json."))).toEqual([]);
  });

  test("of other sessions count, too", async () => {
    const [one, two] = [await guard("a", 1000, 1), await guard("a", 1000, 2)];
    await one.undo();
    expect(await readdir(guards)).toHaveLength(2);
    await two.undo();
    expect(await readdir(guards)).toEqual([]);
  });
});

describe("what killed checks left", () => {
  /** A check of a process that is gone, which could have run until then. */
  async function killed(untilMs: number): Promise<void> {
    const settings = await readSettings(folder);
    await writeFiles(guards, {
      "before.json": JSON.stringify({ settings, untilMs }),
      [`${process.pid}.0@00000000.1.dead`]: "",
    });
    await writeFile(config, evil);
  }

  test("is put back by the next check, and told once", async () => {
    await killed(Date.now() + 60_000);
    const next = await guard("a");
    expect(await now()).toBe(clean);
    expect(await readdir(guards)).not.toContain(`${process.pid}.0@00000000.1.dead`);
    await writeFile(config, evil);
    expect(await next.undo()).toEqual(undone);
    expect(await readdir(guards)).toEqual([]);
  });

  test("stays if it was changed after they must have ended: it is the person's", async () => {
    await killed(1);
    const next = await guard("a");
    expect(await now()).toBe(evil);
    expect(await next.undo()).toEqual([]);
    expect(await now()).toBe(evil);
  });

  test("is left to those that still run", async () => {
    await killed(Date.now() + 60_000);
    await writeFile(join(guards, `${process.pid}.${await processStart(process.pid)}.7.alive`), "");
    const next = await guard("a");
    expect(await now()).toBe(evil);
    expect(await next.undo()).toEqual(undone);
    expect(await now()).toBe(clean);
    expect(await readdir(guards)).toContain("before.json");
  });

  test("and cannot be read is taken for nothing", async () => {
    await writeFiles(guards, { "before.json": '{"settings":' });
    await mkdir(join(guards, "a folder"));
    const next = await guard("a");
    await writeFile(config, evil);
    expect(await next.undo()).toEqual(undone);
    expect(await readdir(guards)).toEqual(["a folder"]);
  });
});

test("where nothing can be kept, a check compares with what was before it", async () => {
  await writeFile(join(folder, "huddle"), "a file in the way");
  const one = await guard("a");
  await writeFile(config, evil);
  expect(await one.undo()).toEqual(undone);
  expect(await now()).toBe(clean);
});
