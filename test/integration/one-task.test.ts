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
  const unknown = await at.huddle(["task", "t9"]);
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("There are: t1.") });
});
