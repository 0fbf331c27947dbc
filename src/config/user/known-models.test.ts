import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { readKnownModels, readKnownWindows, rememberModel } from "./known-models.ts";

const at = "2026-01-01T00:00:00.000Z";

test("what was found out is known from then on, model by model", async () => {
  const folder = join(await emptyPlace(), "state");
  expect((await readKnownModels(folder))("home/tiny")).toBeUndefined();
  await rememberModel(folder, "home/tiny", { tools: false, at });
  await rememberModel(folder, "acme/big", { tools: false, at });
  await rememberModel(folder, "acme/big", { tools: true, at });
  const canUseTools = await readKnownModels(folder);
  expect(["home/tiny", "acme/big", "acme/other"].map(canUseTools)).toEqual([false, true, undefined]);
});

test("10.24: what the first check held against a model is not believed: its server may have failed", async () => {
  const folder = await emptyPlace();
  const first = { "home/tiny": { tools: false, at }, "acme/big": { tools: true, at } };
  await writeFile(join(folder, "models.json"), JSON.stringify(first));
  const canUseTools = await readKnownModels(folder);
  expect(["home/tiny", "acme/big"].map(canUseTools)).toEqual([undefined, true]);
  await rememberModel(folder, "home/tiny", { tools: false, window: 2048, at });
  expect((await readKnownModels(folder))("home/tiny")).toBe(false);
  expect((await readKnownWindows(folder))("home/tiny")).toBe(2048);
});

test.each(["", "no json", "[]", '{"home/tiny":{"tools":"no"}}'])(
  "a file with %j is as good as none",
  async (text) => {
    const folder = await emptyPlace();
    await writeFile(join(folder, "models.json"), text);
    expect((await readKnownModels(folder))("home/tiny")).toBeUndefined();
    await rememberModel(folder, "home/tiny", { tools: false, at });
    expect((await readKnownModels(folder))("home/tiny")).toBe(false);
  },
);

test("a folder that cannot be written to is a failure, not a surprise later", async () => {
  const folder = await emptyPlace();
  await mkdir(join(folder, "models.json"));
  await expect(rememberModel(folder, "home/tiny", { tools: false, at })).rejects.toThrow();
});
