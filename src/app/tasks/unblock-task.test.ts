import { describe, expect, test } from "vitest";
import { added, journalOf } from "../../../test/support/told.ts";
import { waitingCases } from "../../../test/support/waiting.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { unblockTask } from "./unblock-task.ts";

async function waiting(name: string): Promise<Journal> {
  const found = waitingCases.find((one) => one.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return journalOf(found.past());
}

describe("unblocking a task", () => {
  test.each([
    ["task, environment", "t1", "CODING"],
    ["task, prerequisite", "t1", "CODING"],
    ["task, unanswered", "t1", "CODING"],
    ["task, check", "t1", "TESTING"],
    ["task, dependency", "t2", "WAITING"],
  ])("that waits because of %s: %s goes on in %s", async (name, id, state) => {
    const journal = await waiting(name);
    await unblockTask(journal, id, "");
    expect(journal.state().tasks[id]?.state).toBe(state);
  });

  test.each(["task, environment", "task, check", "task, invalid-task"])(
    "with words, its engineer reads them: %s",
    async (name) => {
      const journal = await waiting(name);
      expect(await added(journal, unblockTask(journal, "t1", " It is installed now. "))).toMatchObject([
        { actor: "human", event: { type: "message.posted", text: "About t1: It is installed now." } },
        { actor: "human", event: { type: "task.moved", trigger: "unblocked" } },
      ]);
    },
  );

  test.each([
    ["task, rounds", "t1", "", "t1 is not blocked."],
    ["task, held", "t1", "go on", "t1 is not blocked."],
    ["task, invalid-task", "t1", "", "say what its engineer should do"],
    ["task, dependency", "t2", "go on", "huddle task unblock t2"],
    ["task, rounds", "t9", "", "There is no task t9. There are: "],
  ])("is refused where it helps nobody: %s, %s, %j", async (name, id, words, why) => {
    const journal = await waiting(name);
    const { head } = journal.state();
    await expect(unblockTask(journal, id, words)).rejects.toThrow(why);
    expect(journal.state().head).toBe(head);
  });
});
