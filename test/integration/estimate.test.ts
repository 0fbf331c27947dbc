import { expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";
import type { ProvidedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";

/** Runs, and says yes to the scope, until the plan waits. */
async function untilPlan(at: ProvidedDesk, title: string): Promise<string> {
  await at.json(["new", title]);
  expect((await at.huddle(["run"])).code).toBe(3);
  expect((await at.huddle(["advance"])).code).toBe(0);
  const { code, stdout } = await at.huddle(["run"]);
  expect(code).toBe(3);
  return stdout;
}

test("when the plan waits, what the rest may take is told from this repository's own history", async () => {
  const at = await providedHere({ tasks: [planned("t1"), planned("t2", "t1")] });

  const first = await untilPlan(at, "First");
  const nothing = "No estimate: no earlier session in this repository has landed a task.";
  const graph = "1 ─ t1 Build t1 mara 2 ─ t2 Build t2 mara after t1";
  const shape =
    "most 1 at once; the longest chain: t1 → t2. Worth one engineer: each task waits for the one before, so a second would have nothing to do.";
  for (const text of [first, (await at.huddle(["inbox"])).stdout]) {
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain(graph);
    expect(words).toContain(`${shape} ${nothing}`);
  }
  expect((await at.huddle(["status"])).stdout.replace(/\s+/g, " ")).toContain(
    `2 tasks in 2 layers, the longest chain t1 → t2. ${nothing}`,
  );
  const { items } = (await at.json(["inbox"])) as { items: { estimate: object }[] };
  expect(items[0]?.estimate).toEqual({ tasks: 2, layers: 2, chain: ["t1", "t2"] });
  await at.huddle(["advance"]);
  expect((await at.huddle(["run", "--auto"])).code).toBe(3);
  const spent = (await at.json(["cost", "--by", "task"])) as {
    by: { task: { name: string; spending: { spent: { micros: number } } }[] };
  };
  const tasks = spent.by.task.filter(({ name }) => name !== "talk");
  expect(tasks).toHaveLength(2);

  const second = await untilPlan(at, "Second");
  for (const text of [second, (await at.huddle(["inbox"])).stdout, (await at.huddle(["status"])).stdout]) {
    const words = text.replace(/\s+/g, " ");
    expect(words).toMatch(
      /The rest may take: \$0\.\d+(?: \(\$0\.\d+ to \$0\.\d+\))?; requests \d+(?: \(\d+ to \d+\))?; /,
    );
    expect(words).toContain("From 1 earlier session here: 2 tasks. ");
  }
  const { estimate } = (await at.json(["status"])) as {
    estimate: { basis: object; micros: { low: number; likely: number; high: number } };
  };
  expect(estimate.basis).toMatchObject({ sessions: 1, tasks: 2, priced: 2 });
  const building = tasks.reduce((all, { spending }) => all + spending.spent.micros, 0);
  expect(estimate.micros.likely).toBeGreaterThan(building);
  expect(estimate.micros.low).toBeLessThanOrEqual(estimate.micros.likely);
  expect(estimate.micros.high).toBeGreaterThanOrEqual(estimate.micros.likely);

  await at.huddle(["advance"]);
  expect(await at.json(["status"])).not.toHaveProperty("estimate");
});
