import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { added, journalOf, refuses } from "../../../test/support/told.ts";
import type { Trigger } from "../../core/terms/task-machine.ts";
import { retryTasks } from "./retry-tasks.ts";

function building(...triggers: readonly Trigger[]): Past {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const trigger of triggers) past.moves("t1", trigger);
  return past;
}

test("a task that failed starts afresh", async () => {
  const past = building("dispatched", "ready", "exhausted");
  const journal = await journalOf(past);
  const drafts = await added(journal, retryTasks(journal, ["t1", "t1"]));
  expect(drafts).toMatchObject([{ actor: "human", event: { type: "task.moved", trigger: "retried" } }]);
  expect(journal.state().tasks.t1).toMatchObject({ state: "WAITING", attempt: 2, tries: 0 });
});

test("a check that could not start runs again before anybody is asked", async () => {
  const past = building("dispatched", "ready", "done");
  past.moves("t1", "broken", "no npm", { origin: "TESTING", blocked: "environment" });
  const journal = await journalOf(past);
  expect(await retryTasks(journal, ["t1"])).toEqual([{ task: "t1", how: "on" }]);
  expect(journal.state().tasks.t1).toMatchObject({ state: "TESTING", attempt: 1 });
});

test.each<[why: string, past: Past, ids: readonly string[], words: string]>([
  ["nobody knows", building(), ["t9"], "There is no task t9. There are: t1, t2."],
  ["has not started", building(), ["t1"], "t1 has not started yet."],
  ["is under way", building("dispatched", "ready"), ["t1"], "t1 is under way."],
  [
    "is with the architect",
    (() => {
      const past = building("dispatched", "ready");
      past.moves("t1", "limit", "no result", { origin: "CODING" });
      return past;
    })(),
    ["t1"],
    "t1 is under way.",
  ],
  [
    "is cancelled",
    building("cancelled"),
    ["t1"],
    "t1 is over without its work, so it cannot be tried again.",
  ],
  [
    "has landed",
    building("dispatched", "ready", "done", "passed", "approved", "prepared", "landed"),
    ["t1"],
    "t1 is done, so it cannot be tried again.",
  ],
  ["is one of two", building("dispatched", "ready", "exhausted"), ["t1", "t2"], "t2 has not started yet."],
  ["is not planned", Past.opened(), ["t1"], "There are no tasks yet."],
])("a task that %s is not tried again, and nothing changes", async (_, past, ids, words) => {
  const journal = await journalOf(past);
  await refuses(journal, retryTasks(journal, ids), words);
});
