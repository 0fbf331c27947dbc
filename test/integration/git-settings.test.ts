import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

const hooks = [
  ...["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit", "post-merge"],
  ...["post-checkout", "reference-transaction", "post-rewrite", "post-index-change", "pre-push"],
];

test.each([".git/hooks", "../shared hooks"])(
  "10.22: no hook in %s runs and nothing is signed, while a session is built and shipped",
  async (place) => {
    const at = await providedHere();
    const folder = join(at.repository, place);
    if (place !== ".git/hooks") await at.git("config", "core.hooksPath", folder);
    await mkdir(folder, { recursive: true });
    for (const hook of hooks) {
      await writeFile(
        join(folder, hook),
        `#!/bin/sh\necho ${hook} >> "${at.repository.replaceAll('"', '\\"')}/../ran"\nexit 1\n`,
      );
      await chmod(join(folder, hook), 0o755);
    }
    await at.git("config", "commit.gpgsign", "true");
    await at.git("config", "gpg.program", "/nowhere/gpg");
    expect((await at.huddle(["do", "write t1.txt", "--auto"])).code).not.toBe(1);
    expect(await at.huddle(["ship", "--onto", "main", "--yes"])).toMatchObject({ code: 0 });
    expect(existsSync(join(at.root, "ran"))).toBe(false);
    expect(await at.git("log", "-1", "--format=%G?")).toBe("N");
    // The hooks are real ones.
    await at.git("config", "commit.gpgsign", "false");
    await expect(at.git("commit", "-q", "--allow-empty", "-m", "mine")).rejects.toThrow();
    expect(await readFile(join(at.root, "ran"), "utf8")).toContain("pre-commit");
  },
);

test("10.22: filters work in the team's worktrees, and what it commits is stored filtered", async () => {
  const at = await providedHere();
  await at.git("config", "filter.upper.smudge", "tr a-z A-Z");
  await at.git("config", "filter.upper.clean", "tr A-Z a-z");
  await at.git("config", "filter.upper.required", "true");
  await at.commit({ ".gitattributes": "*.txt filter=upper\n", "b.txt": "Plain\n" });
  expect((await at.huddle(["do", "write t1.txt", "--auto"])).code).not.toBe(1);
  expect(await at.huddle(["ship", "--onto", "main", "--yes"])).toMatchObject({ code: 0 });
  expect(await at.git("show", "HEAD:b.txt")).toBe("plain");
  const [name = ""] = (await at.git("diff", "--name-only", "HEAD~1", "HEAD")).split("\n");
  const stored = await at.git("show", `HEAD:${name}`);
  expect(stored).toBe(stored.toLowerCase());
  expect((await readFile(join(at.repository, name), "utf8")).trimEnd()).toBe(stored.toUpperCase());
});
