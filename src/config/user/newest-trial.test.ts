import { mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepTrial, newestTrial } from "./newest-trial.ts";

const run = { name: "test", command: "make", exit: 0, ms: 3 };
const trial = { commit: "c", at: "2026-01-01T00:00:00.000Z", hash: "h", runs: [run, { ...run, exit: null }] };

test("the newest trial is kept, and nothing else stays beside it", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "trial-")), "trials");
  const file = join(folder, "a.json");
  expect(await newestTrial(file)).toBeUndefined();
  await keepTrial(file, { ...trial, hash: "older" });
  await keepTrial(file, trial);
  expect(await newestTrial(file)).toEqual(trial);
  expect(await readdir(folder)).toEqual(["a.json"]);
});

test.each([
  "",
  "{",
  "null",
  "[]",
  "3",
  JSON.stringify({ ...trial, runs: undefined }),
  JSON.stringify({ ...trial, runs: [null] }),
  JSON.stringify({ ...trial, runs: [{ ...run, exit: "0" }] }),
  JSON.stringify({ ...trial, runs: [{ ...run, ms: null }] }),
  JSON.stringify({ ...trial, hash: 3 }),
])("%s counts as no trial", async (text) => {
  const file = join(await mkdtemp(join(tmpdir(), "trial-")), "a.json");
  await writeFile(file, text);
  expect(await newestTrial(file)).toBeUndefined();
});
