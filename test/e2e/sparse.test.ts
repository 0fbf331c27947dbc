import { writeFile } from "node:fs/promises";
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
