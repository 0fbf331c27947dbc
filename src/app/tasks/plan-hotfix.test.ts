import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import { decide } from "../../core/decide/decide.ts";
import { hurryTask } from "./hurry-task.ts";
import { planHotfix } from "./plan-hotfix.ts";

function building(count = 2, parallel = 1): Past {
  const tasks = Array.from({ length: count }, (_, index) => planned(`t${index + 1}`));
  return Past.opened({ policy: { parallel } }).reaches("implementation", tasks);
}

describe("a task planned into what is being built", () => {
  test("is one more in the plan, with an engineer, and hurried; the others stay as they are", async () => {
    const past = building();
    past.moves("t1", "dispatched");
    const journal = await journalOf(past);
    const before = journal.state().tasks;
    const drafts = await added(
      journal,
      planHotfix(journal, { title: " Mend it ", brief: "The sign is lost." }),
    );
    expect(drafts.map(({ event }) => event.type)).toEqual([
      ...["artifact.submitted", "artifact.settled", "tasks.planned", "task.assigned", "task.hurried"],
    ]);
    const { tasks } = journal.state();
    expect(tasks).toMatchObject(before);
    expect(tasks.t3).toMatchObject({
      plan: { title: "Mend it", approach: "Mend it: The sign is lost." },
      hurried: journal.state().head,
    });
  });

  test("is given out before what waited longer, and so is any task that a person hurries", async () => {
    const past = building(3);
    past.moves("t1", "dispatched");
    for (const trigger of ["ready", "done", "passed"] as const) past.moves("t1", trigger);
    const later = await journalOf(past);
    expect(decide(later.state(), later.state().headAt).steps).toContainEqual(
      expect.objectContaining({ kind: "dispatch", task: "t2" }),
    );
    await planHotfix(later, { title: "Mend it", brief: "" });
    const next = () =>
      decide(later.state(), later.state().headAt).steps.flatMap((step) =>
        step.kind === "dispatch" ? [step.task] : [],
      );
    expect(next()).toEqual(["t4"]);
    await hurryTask(later, "t3");
    expect(next()).toEqual(["t4"]);
  });

  test("says in a message what the plan has no room for", async () => {
    const journal = await journalOf(building());
    const brief = "word ".repeat(200).trim();
    await planHotfix(journal, { title: "Mend it", brief });
    expect(JSON.stringify(journal.state().transcript)).toContain(`About t3: Mend it: ${brief}`);
    expect(journal.state().tasks.t3?.plan.approach.length).toBeLessThanOrEqual(600);
  });

  test("is refused where nothing is built, and in a plan that is full; nothing is written", async () => {
    const full = await journalOf(building(60));
    await refuses(full, planHotfix(full, { title: "a", brief: "" }), "There are 60 tasks");
    for (const past of [
      Past.opened(),
      Past.opened().reaches("planning"),
      Past.opened().reaches("code-review"),
    ]) {
      const journal = await journalOf(past);
      await refuses(journal, planHotfix(journal, { title: "a", brief: "" }), "Nothing is being built now");
    }
    const going = building();
    going.human({ type: "phase.requested", phase: "planning", why: "again" });
    const journal = await journalOf(going);
    await refuses(journal, planHotfix(journal, { title: "a", brief: "" }), "goes back to planning");
    await expect(planHotfix(journal, { title: " ", brief: "b" })).rejects.toThrow("Say what is to be done");
  });
});
