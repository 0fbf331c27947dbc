import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";

test("the page of a task that landed, in lines and as a document", async () => {
  const at = await providedHere();
  expect(await at.huddle(["do", "Write it down"])).toMatchObject({ code: 3 });
  const { stdout } = await at.huddle(["task", "t1"]);
  expect(stdout).toMatch(/^t1 {2}Write it down\nlanded, \w+, layer 1\n/);
  expect(stdout).toMatch(/\n {2}landed: [0-9a-f]{12}\n/);
  expect(stdout).toMatch(/\n {2}cost: \d+ requests, [\d,]+ tokens, \$/);
  expect(stdout).toContain("\nNext: huddle ship");
  expect(await at.json(["task", "t1"])).toMatchObject({
    task: { id: "t1", state: "landed", reviews: [{ verdict: "approved" }], wrote: [expect.any(String)] },
    next: { command: expect.stringContaining("huddle") },
  });
  expect((await at.huddle(["show", "t1"])).stdout).toBe(stdout);
  expect(await at.json(["show", "t1"])).toMatchObject({
    task: {
      id: "t1",
      rounds: { used: 0 },
      changed: [{ path: expect.any(String), added: expect.any(Number) }],
    },
  });
  expect(await at.huddle(["show", "t1", "--follow"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("go with the story"),
  });
  expect(await at.json(["diff", "t1"])).toMatchObject({
    what: "What t1 landed",
    files: [{ path: expect.any(String), added: 1, removed: 0 }],
    diff: expect.stringContaining("new file mode"),
  });
  const stat = await at.huddle(["diff", "--stat"]);
  expect(stat.stdout).toMatch(/^All that has landed:\n {2}\S+ {2}\+1 −0\n1 file, \+1 −0\nNext: /);
  const whole = await at.huddle(["diff"]);
  expect(whole.stdout).toContain("\n@@ -0,0 +1 @@\n");
  for (const [args, words] of [
    [["diff", "t9"], "There are: t1."],
    [["diff", "t1", "--work"], "t1 has no worktree"],
    [["diff", "--work"], "huddle diff t1 --work"],
  ] as const)
    expect((await at.huddle(args)).stderr).toContain(words);
  for (const args of [
    ["task", "unblock", "t1"],
    ["task", "land", "t1"],
    ["task", "take", "t1"],
  ])
    expect((await at.huddle(args)).code).toBe(1);
  const unknown = await at.huddle(["task", "t9"]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("There are: t1.") });
});
