import { expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import type { Asked } from "../support/provider-server/asked.ts";

/** An engineer that only talks until it reads what was learned, and an architect that gives up. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  const words = JSON.stringify(messages);
  if (names.has("budget_decision"))
    return {
      text: "",
      calls: [{ tool: "budget_decision", input: { decision: "stop", words: "The format is secret." } }],
    };
  if (names.has("write_file") && !words.includes("learned")) return { text: "Nearly done.", calls: [] };
  const thread = names.has("write_file") ? "coding/t1.1" : "review/t1.1/1";
  const reply = answersAll(obliging({ thread, ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

test("a task that failed ends the run with 5, and huddle task retry starts it afresh", async () => {
  const at = await providedHere({ server: { answers } });
  const run = await at.huddle(["do", "Write it down"]);
  expect(run).toMatchObject({ code: 5 });
  expect(run.stdout).toContain("t1 has failed");
  expect(run.stdout).toContain("The format is secret.");
  expect((await at.huddle(["tasks"])).stdout).toContain("failed");
  const wrong = await at.huddle(["task", "retry", "t9"]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("There are: t1.") });
  const retried = await at.json(["task", "retry", "t1"]);
  expect(retried).toMatchObject({
    retried: [{ task: "t1", how: "afresh" }],
    next: { command: "huddle run" },
  });
  const again = await at.huddle(["run"]);
  expect(again).toMatchObject({ code: 3 });
  expect(again.stdout).toContain("landed");
});
