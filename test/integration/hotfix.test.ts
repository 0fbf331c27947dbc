import { describe, expect, test } from "vitest";
import { planHotfix } from "../../src/app/tasks/plan-hotfix.ts";
import { providedHere } from "../support/huddle-here.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { planned } from "../support/plans.ts";
import { SmallBuild, writes } from "../support/small-build.ts";
import { isInPart } from "../support/walk-the-calculator.ts";

describe("killed anywhere, a task planned into the build begins before what waited longer, and lands once", () => {
  test.each([
    ["before", 1],
    ["after", 1],
    ["within", 8],
  ] as const)("killed at points %s", async (walk: Walk, share) => {
    const tasks = ["t1", "t2", "t3"].map((id) => planned(id));
    const session = await SmallBuild.open({
      tasks,
      policy: { parallel: 1 },
      async answer({ thread }) {
        const [purpose, task = ""] = thread.split(/[/.]/);
        if (purpose !== "coding") return undefined;
        const journal = await session.theatre.journal();
        if (task === "t1" && !journal.state().tasks.t4)
          await planHotfix(journal, { title: "Mend it", brief: "It is broken." });
        await journal.close();
        return writes({ [`${task}.txt`]: `${task}\n` });
      },
    });
    const points = new Set<string>();
    for (;;) {
      const ending = await session.play(new Doom(walk, points, (point) => isInPart(point, 0, share)));
      if (ending.kind === "killed") continue;
      expect(ending).toMatchObject({ kind: "finished" });
      break;
    }
    expect(points.size).toBeGreaterThan(3);
    await session.theatre.check();
    const begun = (await session.events("task.moved")).filter(({ trigger }) => trigger === "dispatched");
    expect(begun.map(({ task }) => task).slice(0, 2)).toEqual(["t1", "t4"]);
    expect(begun).toHaveLength(4);
    expect(await session.events("task.landed")).toHaveLength(4);
    expect(session.git("ls-tree", "--name-only", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["t1.txt", "t2.txt", "t3.txt", "t4.txt"]),
    );
  });
});

test("the command plans it, and says no where it cannot", async () => {
  const at = await providedHere({});
  const refused = async (...args: string[]) => {
    const { code, stderr } = await at.huddle(["do", "--hotfix", ...args]);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused("Mend it")).toContain("There is no session yet");
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  expect(await refused("Mend it", "--ship")).toContain("--ship is for work on its own");
  expect(await refused(" ")).toContain("Say what is to be done");
  expect(await at.json(["do", "--hotfix", "Mend it", "The sign is lost."])).toMatchObject({
    task: "t2",
    title: "Mend it",
    next: { command: "huddle run" },
  });
  expect((await at.huddle(["run"])).stdout).toContain("t2  takes it: Mend it");
  expect((await at.huddle(["ship"])).code).toBe(0);
  expect(await refused("Mend it")).toContain("This session is over");
});
