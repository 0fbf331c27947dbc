import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { desk } from "../support/huddle.ts";

test("10.22: a sparse checkout reads the team file from the commit, and a deleted file is none", async () => {
  const at = await desk({ "a.txt": "a\n", ".huddle/team.json": '{ "checks": { "quick": ["wrong" ] } }' });
  await at.git("sparse-checkout", "set", "--no-cone", "/a.txt");
  const sparse = await at.huddle(["doctor"]);
  expect(sparse.stdout).toMatch(/BAD {3}team file: .*team\.json/);
  await at.git("sparse-checkout", "disable");
  await at.git("rm", "-q", ".huddle/team.json");
  const gone = await at.huddle(["doctor"]);
  expect(gone.stdout).toContain("note  team file: none");
  await writeFile(join(at.repository, "a.txt"), "");
});

test("10.22: a sparse checkout reads the project's own prompts from the commit, and finds the same faults", async () => {
  const engineer = `${await readFile("prompts/engineer.md", "utf8")}Be brief.\n`;
  const at = await desk({
    "a.txt": "a\n",
    ".huddle/prompts/engineer.md": engineer,
    ".huddle/prompts/coach.md": "",
    ".huddle/prompts/team.md": "x".repeat(20_000),
    ".huddle/prompts/architect.md": "a\0b",
    ".huddle/prompts/nobody.md": "x",
    ".huddle/prompts/.swp": "x",
  });
  const whole = await at.json(["debug", "prompts"]);
  expect(whole).toMatchObject({ faults: { length: 4 } });
  await at.git("sparse-checkout", "set", "--no-cone", "/a.txt", "/.huddle/prompts/team.md");
  expect(await at.json(["debug", "prompts"])).toMatchObject({
    prompts: whole.prompts,
    faults: expect.arrayContaining(whole.faults as string[]),
  });
  await at.git("sparse-checkout", "set", "src");
  expect(await at.json(["debug", "prompts"])).toEqual(whole);
  await at.git("rm", "-q", "-r", "--sparse", ".huddle/prompts");
  const none = await at.json(["debug", "prompts"]);
  expect(none).toMatchObject({ faults: [] });
  expect(JSON.stringify(none)).not.toContain('"changed":true');
});
