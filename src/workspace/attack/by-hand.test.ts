import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCalls } from "../../../test/support/escapes/by-calls.ts";
import { byFiles } from "../../../test/support/escapes/by-files.ts";
import { byGit } from "../../../test/support/escapes/by-git.ts";
import { oddPaths, races } from "../../../test/support/escapes/by-paths.ts";
import { byRights } from "../../../test/support/escapes/by-rights.ts";
import { large, staying } from "../../../test/support/escapes/by-staying.ts";
import { inBatch, runBatch } from "../../../test/support/escapes/run-batch.ts";
import { testFolder } from "../../../test/support/git-place.ts";
import { realSandbox } from "../../../test/support/real-sandbox.ts";
import { requires } from "../../../test/support/requires.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { pause } from "../processes/pause.ts";
import { removeTree } from "../remove-tree.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { attemptsOn } from "./attempts.ts";
import { canary, type MadeTargets, makeTargets } from "./make-targets.ts";

// Ways out that were written by hand. Each must be held, and for the reason that it should be: what fails for another
// one was not tried. Many of them share one start of the sandbox.

const tables = {
  files: [byFiles, "sh"],
  git: [byGit, "sh"],
  rights: [byRights, "sh"],
  calls: [byCalls, "python"],
} as const;

let folder: string;
let targets: MadeTargets;
beforeAll(async () => {
  folder = await testFolder();
  targets = await makeTargets(folder, { PATH: process.env.PATH ?? "" });
});
afterAll(async () => {
  await targets.remove();
  await removeTree(folder);
});

async function ready(): Promise<Sandbox> {
  const { found } = await realSandbox();
  if (found.kind !== "ready") throw new Error(found.why);
  return found.sandbox;
}

test.each(Object.entries(tables))("ways out by %s are held", async (_, [table, language]) => {
  if (language === "python") requires("python");
  const sandbox = await ready();
  const escapes = table(targets);
  const before = await targets.asText();
  const tried = await runBatch(sandbox, targets, escapes, language);
  expect(await targets.asText()).toBe(before);
  expect(JSON.stringify(tried)).not.toContain(canary);
  const wrong = tried.filter(({ through, said }, at) => through || !escapes[at]?.[2].test(said));
  const words = wrong.map(
    ({ name, through, said }) => `${name}${through ? " gets out" : ""}: ${oneLine(said)}`,
  );
  expect(words, words.join("\n")).toEqual([]);
});

test("nothing goes on when its command has ended, however it was started", async () => {
  const sandbox = await ready();
  const acts = staying.map(([, act], at) => act(`sleep 0.3; : > /worktree/late-${at}`));
  await inBatch(sandbox, targets, `${acts.join("\n")}\nsleep 0.1`);
  await pause(700, new AbortController().signal);
  expect((await readdir(targets.worktree)).filter((name) => name.startsWith("late-"))).toEqual([]);
  await inBatch(sandbox, targets, `${acts[0]}\nsleep 1`);
  expect(await readdir(targets.worktree)).toContain("late-0");
});

test("no file grows beyond its limit, however it is made", async () => {
  const sandbox = await ready();
  const acts = large.map(([, act]) => `rm -f large /tmp/large; ( ${act} ) 2>&1; ls -s large /tmp/large`);
  const { over } = await inBatch(sandbox, targets, `${acts.join("\n")} 2> /dev/null; exit 0`);
  expect(over).toBeUndefined();
  const made = await stat(join(targets.worktree, "large")).catch(() => undefined);
  expect(made?.size ?? 0).toBeLessThanOrEqual(inBatch.fileBytes);
});

test("11: at least 300 ways out are written by hand, each another one", () => {
  const rows = [
    ...Object.values(tables).flatMap(([table, language]) =>
      table(targets).map(([name, act]) => ({ name, act: `${language} ${act}` })),
    ),
    ...attemptsOn(targets).map(({ name, command }) => ({ name, act: `sh ${command}` })),
    ...oddPaths.map(([name, path]) => ({ name, act: `path ${path}` })),
    ...races.map(([name, swapped, path]) => ({ name, act: `race ${swapped} ${path}` })),
    ...staying.map(([name, act]) => ({ name, act: `stays ${act("x")}` })),
    ...large.map(([name, act]) => ({ name, act: `large ${act}` })),
  ];
  for (const { name, act } of rows) expect(act.length, name).toBeGreaterThan(5);
  expect(new Set(rows.map(({ act }) => act)).size).toBeGreaterThanOrEqual(300);
  for (const [table] of Object.values(tables)) {
    const names = table(targets).map(([name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});
