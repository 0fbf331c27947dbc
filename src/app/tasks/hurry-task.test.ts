import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf } from "../../../test/support/told.ts";
import type { Trigger } from "../../core/terms/task-machine.ts";
import { hurryTask } from "./hurry-task.ts";

function building(...triggers: readonly Trigger[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of triggers) past.moves("t1", trigger);
  return past;
}

const approved = ["dispatched", "ready", "done", "passed", "approved"] as const;

test("a task in line, and one that is not yet", async () => {
  const inLine = await journalOf(building(...approved, "prepared"));
  expect(await hurryTask(inLine, "t1")).toBe("line");
  const journal = await journalOf(building("dispatched"));
  expect(await added(journal, hurryTask(journal, "t1"))).toEqual([
    { actor: "human", event: { type: "task.hurried", task: "t1" } },
  ]);
  expect(await hurryTask(journal, "t1")).toBe("later");
  expect(await hurryTask(await journalOf(building()), "t1")).toBe("begins");
  expect(journal.state().tasks.t1?.hurried).toBe(journal.state().head);
});

test.each([
  ["landed", building(...approved, "prepared", "landed"), "t1", "t1 is done"],
  ["cancelled", building("cancelled"), "t1", "t1 is cancelled"],
  ["with the person", building("held"), "t1", "huddle task give t1"],
  ["unknown", building(), "t9", "There are: t1."],
])("one that is %s is refused", async (_, past, id, why) => {
  await expect(hurryTask(await journalOf(past), id)).rejects.toThrow(why);
});
